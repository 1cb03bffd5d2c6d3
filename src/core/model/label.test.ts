import { describe, expect, it } from 'vitest';
import { labelFromStore, labelOf, labelText, parseLabel } from './label';

describe('the label of a package', () => {
  it.each([
    ['murmur/driver@1.2.3', { scope: 'murmur', name: 'driver', version: '1.2.3' }],
    ['a/b@', { scope: 'a', name: 'b', version: '' }],
    ['a/b', { scope: 'a', name: 'b', version: '' }],
    ['a/b@1@2', { scope: 'a', name: 'b', version: '1@2' }],
  ])('is read from %j and written the same way', (text, label) => {
    expect(parseLabel(text)).toEqual({ ok: true, value: label });
    expect(labelText(label)).toBe(text.includes('@') ? text : `${text}@`);
  });

  it.each(['', 'a', 'a@1', '/b@1', 'a/@1', 'a/b/c@1'])('is refused: %j', (text) => {
    expect(parseLabel(text).ok).toBe(false);
  });

  it.each([
    ['/h/.murmur/artifacts/murmur/house/0.1.0/house-0.1.0.mur.zip', 'murmur/house@0.1.0'],
    ['/any/root/x/tool/1.0.0/tool-1.0.0-linux-x86_64.mur.zip', 'x/tool@1.0.0'],
  ])('comes from the place in a store: %s', (path, text) => {
    const label = labelFromStore(path);
    expect(label && labelText(label)).toBe(text);
  });

  it.each([
    '/any/root/x/tool/1.0.0/other-1.0.0.mur.zip',
    '/x/tool/1.0.0/tool-1.0.0.zip',
    '/tool-1.0.0.mur.zip',
    '/h/.murmur/artifacts/tool/1.0.0/tool-1.0.0.mur.zip',
  ])('does not come from another place: %s', (path) => {
    expect(labelFromStore(path)).toBeNull();
  });

  it('is what was asked for before anything else, and local with the words of the manifest at last', () => {
    const path = '/r/murmur/house/0.1.0/house-0.1.0.mur.zip';
    const as = { scope: 'a', name: 'b', version: '' };
    const identity = { name: 'n', version: '2' };
    expect(labelText(labelOf(path, as, identity))).toBe('a/b@');
    expect(labelText(labelOf(path, null, identity))).toBe('murmur/house@0.1.0');
    expect(labelText(labelOf('/x/y.mur.zip', null, identity))).toBe('local/n@2');
    expect(labelText(labelOf('/x/y.mur.zip', null, null))).toBe('local/@');
  });
});
