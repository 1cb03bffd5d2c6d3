import { expect, test } from 'vitest';
import { contract } from './index';

test('changing one setting leaves the others out, so that nothing is reset to its default', () => {
  const { args } = contract.calls['settings:set'];
  expect(args.parse([{ theme: 'dark' }])).toEqual([{ theme: 'dark' }]);
  expect(args.safeParse([{ theme: 'pink' }]).success).toBe(false);
});

test('a token is a word and sixteen hex digits, so no path can be one', () => {
  const { args } = contract.calls['package:open'];
  expect(args.safeParse(['package-0123456789abcdef']).success).toBe(true);
  for (const bad of ['/etc/passwd', 'package-0123456789abcdef/../x', 'package-0123456789ABCDEF', '', 7, null]) {
    expect(args.safeParse([bad]).success, String(bad)).toBe(false);
  }
});
