import { describe, expect, test } from 'vitest';
import { crc32, crc32InScript } from './crc32';
import { readInterfaces, wasmSummary } from './wasm';

const bytes = (text: string) => [...Buffer.from(text)];
/** An unsigned LEB128, padded to at least `width` bytes. */
function leb(value: number, width = 1): number[] {
  const out: number[] = [];
  do {
    out.push(value & 0x7f);
    value >>>= 7;
  } while (value > 0 || out.length < width);
  return out.map((byte, at) => (at < out.length - 1 ? byte | 0x80 : byte));
}
const vector = (items: readonly number[][]) => [...leb(items.length), ...items.flat()];
const section = (id: number, content: readonly number[], width = 1) => [id, ...leb(content.length, width), ...content];
const name = (text: string, form = 0) => [form, ...leb(Buffer.byteLength(text)), ...bytes(text)];
const COMPONENT = [0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0];
const MODULE = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const component = (...sections: number[][]) => Uint8Array.from([...COMPONENT, ...sections.flat()]);
const instance = [5, 0];
const imports = (...items: number[][]) => section(10, vector(items));
const exports = (...items: number[][]) => section(11, vector(items));

describe('interfaces of a component', () => {
  test('are its own imports and exports with a slash, sorted by bytes, once each', () => {
    const read = readInterfaces(
      component(
        imports([...name('wasi:io/streams@0.2.6'), ...instance], [...name('wasi:cli/stdin@0.2.6'), ...instance]),
        section(1, [...MODULE, ...section(2, [0])]),
        imports([...name('wasi:cli/stdin@0.2.6'), ...instance], [...name('helper'), 1, 0]),
        exports([...name('murmur:capsule/run@0.1.0'), ...instance, 0], [...name('Z/a'), 1, 3, 1, 1, 0]),
      ),
    );
    expect(read).toEqual({
      ok: true,
      value: {
        form: 'component',
        imports: ['wasi:cli/stdin@0.2.6', 'wasi:io/streams@0.2.6'],
        exports: ['Z/a', 'murmur:capsule/run@0.1.0'],
      },
    });
  });

  test('of nested components do not count', () => {
    const inner = component(imports([...name('a:b/c'), ...instance]));
    expect(readInterfaces(component(section(4, [...inner])))).toEqual({
      ok: true,
      value: { form: 'component', imports: [], exports: [] },
    });
  });

  test('may be described in every way the format has', () => {
    const ways = [
      [0, 0x11, 0],
      [1, 0],
      [2, 0, 0],
      [2, 1, 0x73],
      [2, 1, 5],
      [3, 0, 0],
      [3, 1],
      [4, 0],
      [5, 0],
    ];
    const read = readInterfaces(component(imports(...ways.map((way, at) => [...name(`a:b/i${at}`, at % 2), ...way]))));
    expect(read.ok && read.value.form === 'component' && read.value.imports).toHaveLength(ways.length);
    const sorts = [
      [0, 0x11, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 0],
    ];
    const out = readInterfaces(component(exports(...sorts.map((sort, at) => [...name(`a:b/e${at}`), ...sort, 0]))));
    expect(out.ok && out.value.form === 'component' && out.value.exports).toHaveLength(sorts.length);
  });

  test('a core module has none', () => {
    expect(readInterfaces(Uint8Array.from(MODULE))).toEqual({ ok: true, value: { form: 'module' } });
  });

  const broken: ReadonlyArray<readonly [string, Uint8Array, string]> = [
    ['nothing', new Uint8Array(0), 'at byte 0: it is too short'],
    ['a text', Buffer.from('not wasm at all'), "at byte 0: it does not start with '\\0asm'"],
    [
      'an unknown version',
      Uint8Array.from([...MODULE.slice(0, 4), 9, 0, 7, 0]),
      'at byte 4: version 9 of layer 7 is not known',
    ],
    ['a section past the end', component([10, 50, 1]), 'at byte 8: section 10 goes past the end'],
    ['a length of 2^35', component([10, 0xff, 0xff, 0xff, 0xff, 0x7f]), 'at byte 13: a number is longer than 32 bits'],
    [
      'an endless number',
      component([10, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
      'at byte 13: a number is longer than 32 bits',
    ],
    [
      'four billion imports',
      component(section(10, leb(0xffffffff))),
      'at byte 15: the bytes end in the middle of something',
    ],
    ['a name past the end', component(section(10, [1, 0, 100, 0x61])), 'at byte 13: a length goes past the end'],
    [
      'a name that is not UTF-8',
      component(section(10, [1, 0, 1, 0xff, ...instance])),
      'at byte 11: a name is not UTF-8',
    ],
    ['an unknown kind', component(imports([...name('a/b'), 9, 0])), 'at byte 16: an extern of kind 9 is not known'],
    [
      'a section with more than it says',
      component(section(10, [0, 0])),
      'at byte 11: a section is longer than what it holds',
    ],
  ];
  for (const [what, given, words] of broken) {
    test(`${what} is a failure with its place`, () => {
      const read = readInterfaces(given);
      expect(!read.ok && read.error.message).toBe(`not valid WebAssembly ${words}`);
    });
  }
});

describe('the sections of a wasm file', () => {
  test('are listed with kind, name, place and size', () => {
    const summary = wasmSummary(
      component(section(0, [4, ...bytes('note'), 1, 2]), imports(), section(99, [1]), section(0, [200])),
    );
    expect(summary).toEqual({
      ok: true,
      value: {
        form: 'component',
        sections: [
          { id: 0, kind: 'custom', name: 'note', offset: 10, size: 7 },
          { id: 10, kind: 'import', name: null, offset: 19, size: 1 },
          { id: 99, kind: 'section 99', name: null, offset: 22, size: 1 },
          { id: 0, kind: 'custom', name: null, offset: 25, size: 1 },
        ],
      },
    });
    const core = wasmSummary(Uint8Array.from([...MODULE, ...section(10, [0], 5)]));
    expect(core.ok && core.value.sections).toEqual([{ id: 10, kind: 'code', name: null, offset: 14, size: 1 }]);
  });
});

describe('CRC-32', () => {
  test('is the same with and without the runtime’s help, whole and in pieces', () => {
    const data = Uint8Array.from({ length: 1000 }, (_, at) => (at * 31) & 255);
    expect(crc32InScript(Buffer.from('123456789'))).toBe(0xcbf43926);
    for (const length of [0, 1, 7, 8, 9, 63, 1000]) {
      const part = data.subarray(3, 3 + length);
      expect(crc32InScript(part)).toBe(crc32(part));
      expect(crc32InScript(part.subarray(4), crc32InScript(part.subarray(0, 4)))).toBe(crc32(part));
    }
  });
});
