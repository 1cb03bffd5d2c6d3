import { describe, expect, test } from 'vitest';
import { bundlePath, policy } from './policy';

describe('an address of the bundle', () => {
  test.each([
    ['app://bundle/index.html', ['index.html']],
    ['app://bundle/assets/index-C1x_2.js', ['assets', 'index-C1x_2.js']],
    ['app://bundle/a/../index.html', ['index.html']], // resolved by the address itself, within the bundle
  ])('%s names a file', (address, parts) => {
    expect(bundlePath(address)).toEqual(parts);
  });

  test.each([
    'app://bundle/',
    'app://bundle/..%2fmain/index.cjs',
    'app://bundle/%2e%2e%2fmain%2findex.cjs',
    'app://bundle/assets/..%5c..%5cmain',
    'app://bundle/assets//index.js',
    'app://bundle/.hidden',
    'app://bundle/a%00.js',
    'app://bundle/%E0%A4%A',
    'app://elsewhere/index.html',
    'app://bundle@elsewhere/index.html',
    'file:///etc/passwd',
    'https://bundle/index.html',
    'nonsense',
  ])('%s names nothing', (address) => {
    expect(bundlePath(address)).toBeNull();
  });
});

test('the policy allows nothing by default, no inline code, no eval, no connection', () => {
  const rules = new Map(
    policy('abc')
      .split('; ')
      .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)] as const),
  );
  expect(rules.get('default-src')).toEqual(["'none'"]);
  expect(rules.get('script-src')).toEqual(["'self'"]);
  expect(rules.get('style-src')).toEqual(["'self'", "'nonce-abc'"]);
  // Pictures that the page made itself, and none that a text of a package could name.
  expect(rules.get('img-src')).toEqual(["'self'", 'blob:']);
  expect(rules.has('connect-src')).toBe(false);
  for (const name of ['base-uri', 'form-action', 'frame-ancestors']) expect(rules.get(name)).toEqual(["'none'"]);
  expect(policy('abc')).not.toMatch(/unsafe|https?:|\*/);
});
