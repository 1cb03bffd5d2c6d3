import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptOutput } from './kept';

test('what is kept is the beginning and the end, in whatever pieces it comes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 }),
      fc.nat(30),
      fc.integer({ min: 1, max: 30 }),
      (chunks, headLimit, tailLimit) => {
        const kept = new KeptOutput(headLimit, tailLimit);
        for (const chunk of chunks) kept.add(chunk.map((byte) => byte & 0x7f));
        const all = Buffer.concat(chunks.map((chunk) => chunk.map((byte) => byte & 0x7f))).toString('latin1');
        const leftOut = Math.max(0, all.length - headLimit - tailLimit);
        expect(kept.leftOut).toBe(leftOut);
        expect(kept.total).toBe(all.length);
        expect(kept.held).toBeLessThanOrEqual(headLimit + tailLimit);
        if (leftOut === 0) {
          expect(kept.printed()).toEqual({ head: all, leftOut: 0, tail: '', total: all.length });
          expect(kept.endText()).toBe(all);
        } else {
          expect(kept.printed()).toEqual({
            head: all.slice(0, headLimit),
            leftOut,
            tail: all.slice(-tailLimit),
            total: all.length,
          });
          expect(kept.endText()).toBe(all.slice(-tailLimit));
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('characters cut by the pieces are whole, and bytes that are none become U+FFFD', () => {
  const kept = new KeptOutput(100, 100);
  for (const byte of [...Buffer.from('\ufeffé😀'), 0xff, 0xe2, 0x82, 0x41]) kept.add(Uint8Array.of(byte));
  expect(kept.endText()).toBe('\ufeffé😀\ufffd\ufffdA');
});

test('little output takes little memory', () => {
  const kept = new KeptOutput(512 * 1024, 512 * 1024);
  for (let count = 0; count < 50; count++) kept.add(Buffer.from('x'));
  expect(kept.held).toBeLessThan(1024);
});
