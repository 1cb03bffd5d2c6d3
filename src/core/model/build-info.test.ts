import { describe, expect, it } from 'vitest';
import { builtAtLevel } from './build-info';

describe('the level in murmur-build.json', () => {
  it.each([
    ['{"built_at_level":1}\n', 1],
    ['{"other":{"built_at_level":9},"built_at_level":0}', 0],
    ['{"built_at_level":1,"built_at_level":2}', 2],
    ['{"built\\u005fat_level": 7 , "x": ["}", "built_at_level"]}', 7],
    ['{"built_at_level":18446744073709551615}', 2 ** 64],
  ])('%s is %d', (text, level) => {
    expect(builtAtLevel(text)).toEqual({ ok: true, value: level });
  });

  it.each([
    ['', 'is not JSON (syntax error)'],
    ['{1:2}', 'is not JSON (syntax error)'],
    ['[1]', 'is not a JSON object'],
    ['null', 'is not a JSON object'],
    ['{}', 'sets no built_at_level'],
    ['{"x":{"built_at_level":1}}', 'sets no built_at_level'],
    ['{"built_at_level":-1}', 'sets built_at_level to -1, which is not a non-negative integer'],
    ['{"built_at_level":1.0}', 'sets built_at_level to 1.0, which is not a non-negative integer'],
    ['{"built_at_level":"1"}', 'sets built_at_level to "1", which is not a non-negative integer'],
    ['{"built_at_level":null}', 'sets built_at_level to null, which is not a non-negative integer'],
    ['{"built_at_level":[1, 2]}', 'sets built_at_level to [1, 2], which is not a non-negative integer'],
    ['{"built_at_level":18446744073709551616}', expect.stringContaining('which is not a non-negative integer')],
  ])('%s is refused', (text, why) => {
    const message = typeof why === 'string' ? `murmur-build.json ${why}` : why;
    expect(builtAtLevel(text)).toMatchObject({ ok: false, error: { message } });
  });
});
