import { expect, test } from 'vitest';
import { httpsAddress } from './links';

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['HTTPS://Example.COM', 'https://example.com/'],
  ['https://xn--pple-43d.com/', 'https://xn--pple-43d.com/'],
  ['https://аpple.com/', 'https://xn--pple-43d.com/'], // a Cyrillic letter is shown for what it is
  ['http://example.com/', null],
  ['file:///etc/passwd', null],
  ['javascript:alert(1)', null],
  ['https://user@example.com/', null],
  ['https://paypal.com:secret@example.com/', null],
  ['smb://host/share', null],
  ['//example.com', null],
  ['', null],
])('of %s, only an https address without a name in front is opened', (given, address) => {
  expect(httpsAddress(given)).toBe(address);
});
