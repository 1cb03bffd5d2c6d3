// Small components written byte by byte (component-model, Binary.md): valid, with a core module inside, and no toolchain.

function leb(value) {
  const bytes = [];
  do {
    const rest = value >>> 7;
    bytes.push((value & 0x7f) | (rest > 0 ? 0x80 : 0));
    value = rest;
  } while (value > 0);
  return bytes;
}
const text = (value) => [...leb(Buffer.byteLength(value)), ...Buffer.from(value, 'utf8')];
const vector = (items) => [...leb(items.length), ...items.flat()];
const section = (id, content) => [id, ...leb(content.length), ...content];
const custom = (name, content) => section(0, [...text(name), ...content]);

const I32 = 0x7f;

/** A core module with one function that answers zero, a memory, and a text in it. */
export function coreModule(words) {
  const constant = [0x41, 0x00, 0x0b];
  return Buffer.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector([[0x60, ...vector([]), ...vector([[I32]])]])),
    ...section(3, vector([[0]])),
    ...section(5, vector([[0x00, 1]])),
    ...section(
      7,
      vector([
        [...text('memory'), 0x02, 0],
        [...text('run'), 0x00, 0],
      ]),
    ),
    ...section(10, vector([[...leb(4), 0x00, ...constant]])),
    ...section(11, vector([[0x00, ...constant, ...text(words)]])),
  ]);
}

const INSTANCE = 0x05;
const byName = (names) => [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

/**
 * A component that imports and exports interfaces by name, with a core module and the sections that build tools leave
 * (`component-name`, `producers`).
 */
export function component({ name, imports, exports, words }) {
  const emptyInstanceType = [0x42, ...vector([])];
  const emptyInstance = [0x01, ...vector([])];
  const imported = byName(imports).map((one) => [0x00, ...text(one), INSTANCE, 0]);
  const exported = byName(exports).map((one) => [0x00, ...text(one), INSTANCE, ...leb(imports.length), 0x00]);
  return Buffer.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00],
    ...section(7, vector([emptyInstanceType])),
    ...section(10, vector(imported)),
    ...section(1, [...coreModule(words)]),
    ...section(5, vector([emptyInstance])),
    ...section(11, vector(exported)),
    ...custom('component-name', [0x00, ...leb(text(name).length), ...text(name)]),
    ...custom('producers', vector([[...text('language'), ...vector([[...text('bytes'), ...text('by hand')]])]])),
  ]);
}
