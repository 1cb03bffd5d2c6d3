/** Component binary format: preamble of a component, and the ids of its import and export sections. */
const PREAMBLE = Buffer.from('0061736d0d000100', 'hex');
const IMPORT = 10;
const EXPORT = 11;

function leb(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  do {
    const more = left >= 0x80;
    bytes.push((left % 0x80) | (more ? 0x80 : 0));
    left = Math.floor(left / 0x80);
  } while (left > 0);
  return Buffer.from(bytes);
}

/** One section of a wasm file. */
export function section(id: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([id]), leb(content.length), content]);
}

/** An instance named so: imports have a type, exports an index and no type. */
function names(list: readonly string[], after: readonly number[]): Buffer {
  const items = list.map((name) =>
    Buffer.concat([Buffer.from([0]), leb(Buffer.byteLength(name)), Buffer.from(name), Buffer.from(after)]),
  );
  return Buffer.concat([leb(list.length), ...items]);
}

/** A component that imports and exports instances of these names, with `filler` sections between. */
export function component(
  imports: readonly string[],
  exports: readonly string[] = [],
  filler: Uint8Array[] = [],
): Buffer {
  return Buffer.concat([
    PREAMBLE,
    section(IMPORT, names(imports, [5, 0])),
    ...filler.map((content) => section(0, content)),
    section(EXPORT, names(exports, [5, 0, 0])),
  ]);
}

/** A core module with nothing in it. */
export const coreModule = Buffer.from('0061736d01000000', 'hex');
