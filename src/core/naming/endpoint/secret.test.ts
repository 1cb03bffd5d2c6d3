import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSecret, readSecret } from './secret';

const room = mkdtempSync(join(tmpdir(), 'murscope-secret-'));
afterAll(() => rmSync(room, { recursive: true }));
let count = 0;
const HEX = '0123456789abcdefABCDEF0123456789'.repeat(2);
function file(content: string, mode = 0o600): string {
  const path = join(room, `secret-${count++}`);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

test.each([
  ['plain', HEX],
  ['with a line end', `${HEX}\n`],
  ['with a Windows line end', `${HEX}\r\n`],
])('a secret file %s is read', (_, content) => expect(readSecret(file(content))).toEqual({ ok: true, value: HEX }));

test('one that only its owner may read is read too', () => expect(readSecret(file(HEX, 0o400)).ok).toBe(true));

test.each([
  ['too short', HEX.slice(1)],
  ['too long', `${HEX}0`],
  ['not hexadecimal', `${HEX.slice(1)}g`],
  ['with blanks', ` ${HEX}`],
  ['with a second line', `${HEX}\n\n`],
  ['empty', ''],
  ['huge', '0'.repeat(1_000_000)],
])('one that is %s is refused, and its content stays unsaid', (_, content) => {
  const read = readSecret(file(content));
  expect(read).toMatchObject({ ok: false, error: { message: 'the secret file does not hold 64 hex digits' } });
  expect(JSON.stringify(read)).not.toContain('01234567');
});

test.each([0o640, 0o604, 0o610, 0o601, 0o620, 0o602, 0o644])('one of mode %o is refused', (mode) => {
  expect(readSecret(file(HEX, mode))).toMatchObject({
    ok: false,
    error: { message: `the secret file is open to group or others (mode ${mode.toString(8)})` },
  });
});

test('what is no regular file is refused', () => {
  const link = join(room, 'link');
  symlinkSync(file(HEX), link);
  expect(readSecret(link)).toMatchObject({ ok: false, error: { message: 'the secret file is a link' } });
  const folder = join(room, 'folder');
  mkdirSync(folder, { mode: 0o700 });
  expect(readSecret(folder)).toMatchObject({ ok: false, error: { message: 'the secret file is not a regular file' } });
  expect(readSecret('/dev/null')).toMatchObject({ ok: false });
  expect(readSecret(join(room, 'nothing'))).toMatchObject({ ok: false, error: { code: 'ENOENT' } });
});

test('a new one has 64 hex digits for its owner only, and another every time', () => {
  const [one, other] = [join(room, 'new-1'), join(room, 'new-2')];
  const made = createSecret(one);
  expect(made.ok && made.value).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(one).mode & 0o777).toBe(0o600);
  expect(readSecret(one)).toEqual(made);
  expect(createSecret(other)).not.toEqual(made);
});

test('one that is there is never overwritten: it is read, or refused', () => {
  const good = file(HEX);
  expect(createSecret(good)).toEqual({ ok: true, value: HEX });
  const bad = file('mine', 0o600);
  expect(createSecret(bad).ok).toBe(false);
  expect(readFileSync(bad, 'utf8')).toBe('mine');
  expect(createSecret(join(room, 'no', 'folder')).ok).toBe(false);
});
