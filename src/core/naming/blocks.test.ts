import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { repeatedSentence } from './block';
import { readBlocks } from './packets';

const room = mkdtempSync(join(tmpdir(), 'murscope-blocks-'));
afterAll(() => rmSync(room, { recursive: true }));
let count = 0;
function file(content: string | Uint8Array): string {
  const path = join(room, `blocks-${count++}`);
  writeFileSync(path, content);
  return path;
}
function folder(files: ReadonlyArray<readonly [string, string]>): string {
  const path = join(room, `folder-${count++}`);
  mkdirSync(path);
  for (const [name, content] of files) writeFileSync(join(path, name), content);
  return path;
}
async function read(path: string) {
  const blocks = await readBlocks(path);
  if (!blocks.ok) return blocks.error;
  return blocks.value.blocks.map(({ blockId, packet }) => [blockId, Buffer.from(packet).toString('utf8')]);
}

const ODD = '{"z": 1.00, "a": 1e999, "10": 123456789012345678901234567890, "9": "\\ud800", "__proto__": {"x": [ ]}}';
const ODD_COMPACT = '{"z":1.00,"a":1e999,"10":123456789012345678901234567890,"9":"\\ud800","__proto__":{"x":[]}}';

describe('a blocks file', () => {
  const wanted = [
    ['a', ODD_COMPACT],
    ['b/é', 'null'],
  ];
  const a = `{"block_id": "a", "more": [{"packet": 2}], "packet": ${ODD}}`;
  const b = '{"packet": null, "block_id": "b\\/\\u00e9"}';
  test.each([
    ['a JSON array', `[${a}, ${b}]`],
    ['a JSON array over many lines, after a byte order mark', `\ufeff[\r\n${a.replaceAll(' ', '\n  ')}\n,\n${b}\n]\n`],
    ['JSON lines', `${a}\n${b}\n`],
    ['JSON lines with CRLF, empty lines and no last line end', `${a}\r\n\r\n${b}`],
  ])('may be %s; packets keep their spelling', async (_, text) => {
    expect(await read(file(text))).toEqual(wanted);
  });

  test.each([
    ['an empty file', ''],
    ['an empty list', ' [ ] '],
  ])('%s holds no blocks', async (_, text) => expect(await read(file(text))).toEqual([]));

  test.each([
    [
      'cut inside a packet',
      '[{"block_id": "a", "packet": {"x": [1, 2',
      'line 1, column 41: the text ends where `,` or the end of the list or object should be',
    ],
    [
      'cut inside a line',
      '{"block_id": "a", "packet": 1}\n{"block_id": "b',
      'line 2, column 14: the text ends inside a string that begins here',
    ],
    [
      'cut before the list ends',
      '[{"block_id": "a", "packet": 1}',
      'line 1, column 32: the text ends where `,` or the end of the list or object should be',
    ],
    ['with a block that has no packet', '{"block_id": "a"}', 'line 1, column 17: a block has no `packet`'],
    ['with a block that has no id', '[{"packet": {}}]', 'line 1, column 15: a block has no `block_id`'],
    ['with an id that is no text', '[{"block_id": 7, "packet": 1}]', 'line 1, column 15: `block_id` must be a string'],
    [
      'with an id twice in a block',
      '[{"block_id": "a", "block_id": "b", "packet": 1}]',
      'line 1, column 20: a block has `block_id` twice',
    ],
    [
      'with a packet twice in a block',
      '[{"block_id": "a", "packet": 1, "packet": 1}]',
      'line 1, column 33: a block has `packet` twice',
    ],
    [
      'with half a character in an id',
      '[{"block_id": "\\ud800", "packet": 1}]',
      'line 1, column 15: `block_id` holds half a surrogate pair',
    ],
    [
      'with a number for a block',
      '[{"block_id": "a", "packet": 1}, 2]',
      'line 1, column 34: a block must be an object with `block_id` and `packet`',
    ],
    ['that is a text', '"blocks"', 'line 1, column 1: the file must hold a list of blocks, or one block a line'],
    ['with two lists', '[] []', 'line 1, column 4: there is something after the list of blocks'],
    ['that is no JSON', 'block_id,packet\na,b\n', 'line 1, column 1: `block_id` is not a JSON value'],
  ])('%s is refused with the place', async (_, text, message) => {
    expect(await read(file(text))).toMatchObject({ code: 'blocks-invalid', message });
  });

  test('over 256 MiB is refused before it is read', async () => {
    const path = file('');
    truncateSync(path, 256 * 1024 * 1024 + 1);
    expect(await read(path)).toMatchObject({ code: 'blocks-too-large' });
  });

  test('of 20 MiB in one packet is read, and the packet cut across chunks is whole', async () => {
    const text = `"${'é'.repeat(10_000_000)}"`;
    const blocks = await readBlocks(file(`[{"block_id": "a", "packet": [${text}, ${text.slice(0, 9)}"]}]`));
    expect(blocks.ok && blocks.value.blocks[0]?.packet.length).toBe(20_000_002 + 21);
  });

  test('that is missing, a pipe or a device says so', async () => {
    expect(await read(join(room, 'nothing'))).toMatchObject({ code: 'ENOENT' });
    expect(await read('/dev/null')).toMatchObject({ code: 'not-a-file' });
  });

  test('can be given up', async () => {
    const controller = new AbortController();
    const text = `${JSON.stringify({ block_id: 'a', packet: 'x'.repeat(1000) })}\n`.repeat(3000);
    const reading = readBlocks(file(text), controller.signal);
    controller.abort();
    expect(await reading).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  test('with equal ids is read whole, and the ids are told', async () => {
    const lines = ['a', 'b', 'a', 'c', 'a', 'b'].map((id) => JSON.stringify({ block_id: id, packet: 1 }));
    const blocks = await readBlocks(file(lines.join('\n')));
    expect(blocks).toMatchObject({ ok: true, value: { repeated: ['a', 'b'] } });
    expect(blocks.ok && blocks.value.blocks).toHaveLength(6);
  });
});

test('equal ids are said in one sentence', () => {
  expect(repeatedSentence([])).toBeNull();
  expect(repeatedSentence(['a\u202e'])).toBe(
    "more than one block has the id 'a⟨U+202E⟩': their results cannot be told apart by id",
  );
  expect(repeatedSentence(['1', '2', '3', '4', '5', '6', '7'])).toContain("'5' and 2 more");
});

describe('a folder of packets', () => {
  test('has one packet a JSON file in byte order, its id inside or its stem', async () => {
    const path = folder([
      ['b.json', '{"block_id": "from inside", "x": {"block_id": "no"}}'],
      ['a.json', ODD],
      ['B.json', '{"block_id": 7}'],
      ['list.json', '["block_id", "x"]'],
      ['.hidden.json', '{'],
      ['notes.txt', '{'],
    ]);
    mkdirSync(join(path, 'sub.json'));
    symlinkSync(join(path, 'a.json'), join(path, 'link.json'));
    expect(await read(path)).toEqual([
      ['B', '{"block_id":7}'],
      ['a', ODD_COMPACT],
      ['from inside', '{"block_id":"from inside","x":{"block_id":"no"}}'],
      ['link', ODD_COMPACT],
      ['list', '["block_id","x"]'],
    ]);
  });

  test.each([
    [
      'a broken packet',
      [
        ['a.json', '{}'],
        ['b.json', '{"x": '],
      ],
      'b.json: line 1, column 7: the text ends where a value should be',
    ],
    ['two values in a packet', [['a.json', '{} {}']], 'a.json: line 1, column 4: there is something after the packet'],
    ['an empty packet', [['a.json', ' ']], 'a.json: the file is empty'],
    ['no packets', [['a.txt', '{}']], 'the folder holds no packets'],
  ] as const)('with %s is refused with the place', async (_, files, message) => {
    expect(await read(folder(files))).toMatchObject({ message });
  });

  test('whose packet is a broken link says so', async () => {
    const path = folder([]);
    symlinkSync(join(path, 'nowhere'), join(path, 'a.json'));
    expect(await read(path)).toMatchObject({ code: 'ENOENT', message: 'a.json: there is no such file' });
  });
});
