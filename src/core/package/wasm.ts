import { err, failure, ok, type Result } from '../../shared/result';
import { decodeUtf8 } from '../text/encoding';

/** What a payload is, and for a component the interfaces it asks for and gives. */
export type Interfaces =
  | { readonly form: 'module' }
  | { readonly form: 'component'; readonly imports: readonly string[]; readonly exports: readonly string[] };

/** One section of a wasm file. Offsets and sizes in bytes. */
export interface WasmSection {
  readonly id: number;
  /** `type`, `code`, `component`, … or `section 42`. */
  readonly kind: string;
  /** A custom section's own name. */
  readonly name: string | null;
  /** Where its content starts. */
  readonly offset: number;
  readonly size: number;
}

export interface WasmSummary {
  readonly form: 'module' | 'component';
  readonly sections: readonly WasmSection[];
}

/** Why bytes are no wasm, with the place; thrown inside this file only. */
class Broken extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Sections listed at most; a real file has some hundreds. */
const SECTION_LIMIT = 100_000;

/** Reads numbers and names from a stretch of bytes and never past its end. */
class Reader {
  readonly #bytes: Uint8Array;
  readonly end: number;
  at: number;
  constructor(bytes: Uint8Array, at: number, end: number) {
    this.#bytes = bytes;
    this.at = at;
    this.end = end;
  }

  byte(): number {
    if (this.at >= this.end) throw new Broken('the bytes end in the middle of something', this.at);
    return this.#bytes[this.at++] ?? 0;
  }

  /** An unsigned LEB128 of up to 32 bits: at most five bytes, the last of them at most 0x0F. */
  u32(): number {
    let value = 0;
    for (let place = 0; place < 5; place++) {
      const byte = this.byte();
      if (place === 4 && byte > 0x0f) break;
      value += (byte & 0x7f) * 2 ** (7 * place);
      if (byte < 0x80) return value;
    }
    throw new Broken('a number is longer than 32 bits', this.at - 1);
  }

  take(length: number): Uint8Array {
    if (length > this.end - this.at) throw new Broken('a length goes past the end', this.at);
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  name(): Uint8Array {
    return this.take(this.u32());
  }
}

const MAGIC = 0x6d736100;
const MODULE = 1;
/** Version 13 of layer 1: components since 2023. */
const COMPONENT = 0x0001_000d;

const MODULE_SECTIONS = [
  'custom',
  'type',
  'import',
  'function',
  'table',
  'memory',
  'global',
  'export',
  'start',
  'element',
  'code',
  'data',
  'data count',
  'tag',
];
const COMPONENT_SECTIONS = [
  'custom',
  'core module',
  'core instance',
  'core type',
  'component',
  'instance',
  'alias',
  'type',
  'canonical function',
  'start',
  'import',
  'export',
  'value',
];
const COMPONENT_IMPORT = 10;
const COMPONENT_EXPORT = 11;

/** Runs a reading; broken bytes become a failure that names the place. */
function reading<T>(work: () => T): Result<T> {
  try {
    return ok(work());
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const hint = 'The payload is damaged or is no WebAssembly. Build it again.';
    return err(failure('wasm-broken', `not valid WebAssembly at byte ${error.at}: ${error.message}`, hint));
  }
}

function formOf(bytes: Uint8Array): 'module' | 'component' {
  if (bytes.length < 8) throw new Broken('it is too short', 0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0, true) !== MAGIC) throw new Broken("it does not start with '\\0asm'", 0);
  const version = view.getUint32(4, true);
  if (version === MODULE) return 'module';
  if (version === COMPONENT) return 'component';
  throw new Broken(`version ${version & 0xffff} of layer ${version >>> 16} is not known`, 4);
}

/** The outermost sections. Nested modules and components are sections of their own and are not entered. */
function* sections(bytes: Uint8Array): Generator<{ id: number; content: Reader }> {
  const reader = new Reader(bytes, 8, bytes.length);
  for (let count = 0; reader.at < reader.end; count++) {
    if (count === SECTION_LIMIT) throw new Broken('it has more sections than any program', reader.at);
    const at = reader.at;
    const id = reader.byte();
    const size = reader.u32();
    if (size > reader.end - reader.at) throw new Broken(`section ${id} goes past the end`, at);
    yield { id, content: new Reader(bytes, reader.at, reader.at + size) };
    reader.at += size;
  }
}

/**
 * The names with a `/` among the outermost component's own imports and exports, byte for byte, sorted by bytes, once
 * each (spec 2.1). Fails with the offset when the bytes are no wasm or are broken.
 */
export function readInterfaces(bytes: Uint8Array): Result<Interfaces> {
  return reading(() => {
    if (formOf(bytes) === 'module') return { form: 'module' };
    const imports = new Set<string>();
    const exports = new Set<string>();
    for (const { id, content } of sections(bytes)) {
      if (id === COMPONENT_IMPORT) readImports(content, imports);
      else if (id === COMPONENT_EXPORT) readExports(content, exports);
    }
    return { form: 'component', imports: byBytes(imports), exports: byBytes(exports) };
  });
}

/** Section 10: a vector of names and what each must be (component-model Binary.md, "Import and Export Definitions"). */
function readImports(reader: Reader, into: Set<string>): void {
  for (let left = reader.u32(); left > 0; left--) {
    keep(externName(reader), into);
    externDescription(reader);
  }
  mustEnd(reader);
}

/** Section 11: a vector of names, what is exported under each, and perhaps its type. */
function readExports(reader: Reader, into: Set<string>): void {
  for (let left = reader.u32(); left > 0; left--) {
    keep(externName(reader), into);
    sortIndex(reader);
    const typed = reader.byte();
    if (typed === 1) externDescription(reader);
    else if (typed !== 0) throw new Broken('an export is neither typed nor untyped', reader.at - 1);
  }
  mustEnd(reader);
}

function mustEnd(reader: Reader): void {
  if (reader.at !== reader.end) throw new Broken('a section is longer than what it holds', reader.at);
}

/** A form byte, the name, and for form 2 a version suffix. */
function externName(reader: Reader): string {
  const at = reader.at;
  const form = reader.byte();
  if (form > 2) throw new Broken(`a name of form ${form} is not known`, at);
  const name = decodeUtf8(reader.name());
  if (name === null) throw new Broken('a name is not UTF-8', at);
  if (form === 2) reader.name();
  return name;
}

const CORE_MODULE = 0x11;

function externDescription(reader: Reader): void {
  const at = reader.at;
  const kind = reader.byte();
  if (kind === 0) {
    const core = reader.byte();
    if (core !== CORE_MODULE) throw new Broken(`core sort ${core} cannot be imported`, at);
    reader.u32();
  } else if (kind === 2 || kind === 3) {
    const bound = reader.byte();
    if (kind === 2) {
      if (bound === 0) reader.u32();
      else skipValueType(reader);
    } else if (bound === 0) reader.u32();
    else if (bound !== 1) throw new Broken('a type bound is not known', at);
  } else if (kind === 1 || kind === 4 || kind === 5) reader.u32();
  else throw new Broken(`an extern of kind ${kind} is not known`, at);
}

/** A value type is a primitive (one byte from 0x64 on, as a negative number) or an index; both are one LEB128. */
function skipValueType(reader: Reader): void {
  for (let place = 0; place < 5; place++) if (reader.byte() < 0x80) return;
  throw new Broken('a number is longer than 33 bits', reader.at - 1);
}

function sortIndex(reader: Reader): void {
  const at = reader.at;
  const sort = reader.byte();
  if (sort === 0) reader.byte();
  else if (sort > 5) throw new Broken(`sort ${sort} is not known`, at);
  reader.u32();
}

function keep(name: string, into: Set<string>): void {
  if (name.includes('/')) into.add(name);
}

function byBytes(names: ReadonlySet<string>): string[] {
  return [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** The outermost sections, for a view. Fails like `readInterfaces`. */
export function wasmSummary(bytes: Uint8Array): Result<WasmSummary> {
  return reading(() => {
    const form = formOf(bytes);
    const kinds = form === 'module' ? MODULE_SECTIONS : COMPONENT_SECTIONS;
    const listed: WasmSection[] = [];
    for (const { id, content } of sections(bytes)) {
      const [offset, size] = [content.at, content.end - content.at];
      listed.push({
        id,
        kind: kinds[id] ?? `section ${id}`,
        name: id === 0 ? customName(content) : null,
        offset,
        size,
      });
    }
    return { form, sections: listed };
  });
}

/** A custom section's name; one that is broken or no UTF-8 has none. */
function customName(content: Reader): string | null {
  try {
    return decodeUtf8(content.name());
  } catch (error) {
    if (error instanceof Broken) return null;
    throw error;
  }
}
