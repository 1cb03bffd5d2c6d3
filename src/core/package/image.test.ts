import { expect, test } from 'vitest';
import { imageHead } from './image';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

const PNG = '89504e470d0a1a0a 0000000d 49484452';
const JPEG = 'ffd8 ffe0 0004 0000';

test.each([
  ['a PNG', `${PNG} 00000140 000000c8`, 'image/png', 320, 200],
  ['a GIF', '474946383961 4001 c800 00000000', 'image/gif', 320, 200],
  ['a JPEG', `${JPEG} ffc0 0011 08 00c8 0140 0301`, 'image/jpeg', 320, 200],
  ['a progressive JPEG with fill bytes', `${JPEG} ffff ffc2 0011 08 00c8 0140 0301`, 'image/jpeg', 320, 200],
  ['a lossy WebP', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 4001 c800', 'image/webp', 320, 200],
  ['a lossless WebP', '52494646 00000000 57454250 5650384c 00000000 2f 3fc13100', 'image/webp', 320, 200],
  ['an extended WebP', '52494646 00000000 57454250 56503858 0a000000 00000000 3f0100 c70000', 'image/webp', 320, 200],
])('%s tells its size', (_what, hex, type, width, height) => {
  expect(imageHead(bytes(hex))).toEqual({ ok: true, value: { type, width, height } });
});

test.each([
  ['a bomb', `${PNG} 0000ffff 0000ffff`, 'image-too-large'],
  ['a bomb whose claim would overflow', `${PNG} ffffffff ffffffff`, 'image-too-large'],
  ['a PNG of no width', `${PNG} 00000000 000000c8`, 'image-broken'],
  ['a PNG that ends early', `${PNG} 0000`, 'image-broken'],
  ['a PNG that starts with another chunk', '89504e470d0a1a0a 0000000d 66635450 00000001 00000001', 'image-broken'],
  ['a JPEG whose segment goes past the end', 'ffd8 ffe0 ffff 0000 0000 0000', 'image-broken'],
  ['a JPEG without a frame', `${JPEG} ffda 0000 0000`, 'image-broken'],
  ['SVG, which is text', '3c7376672077696474683d2231223e3c', 'not-an-image'],
  ['nothing', '', 'not-an-image'],
])('%s is refused before it is decoded', (_what, hex, code) => {
  expect(imageHead(bytes(hex))).toMatchObject({ ok: false, error: { code } });
});
