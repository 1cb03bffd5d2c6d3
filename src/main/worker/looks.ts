import type { PackageModel } from '../../core/model/model';
import { imageHead } from '../../core/package/image';
import { readEntry } from '../../core/package/read';
import { readInterfaces, wasmSummary } from '../../core/package/wasm';
import type { Image, Wasm } from '../../shared/contract/package';
import { err, failure, ok, type Result } from '../../shared/result';

/** Bytes of a picture and of a wasm file that are looked at whole. */
const IMAGE_BYTES = 64 * 1024 * 1024;
const WASM_BYTES = 256 * 1024 * 1024;
/** Sections that are listed. */
const SECTIONS = 1000;

/** A picture that may be decoded. */
export function imageOf(model: PackageModel, index: number): Result<Image> {
  const bytes = whole(model, index, IMAGE_BYTES);
  if (!bytes.ok) return bytes;
  const head = imageHead(bytes.value);
  return head.ok ? ok({ ...head.value, bytes: Uint8Array.from(bytes.value) }) : head;
}

/** What a wasm file is made of and, of a component, what it asks for and gives. */
export function wasmOf(model: PackageModel, index: number): Result<Wasm> {
  const bytes = whole(model, index, WASM_BYTES);
  if (!bytes.ok) return bytes;
  const summary = wasmSummary(bytes.value);
  if (!summary.ok) return summary;
  const interfaces = readInterfaces(bytes.value);
  if (!interfaces.ok) return interfaces;
  const { form, sections } = summary.value;
  const { imports = [], exports = [] } = interfaces.value.form === 'component' ? interfaces.value : {};
  return ok({
    form,
    sections: sections.slice(0, SECTIONS).map(({ kind, name, offset, size }) => ({ kind, name, offset, size })),
    more: Math.max(0, sections.length - SECTIONS),
    imports: [...imports],
    exports: [...exports],
  });
}

/** The content as far as it can be unpacked, also where its checksum is wrong: it is only looked at. */
function whole({ archive }: PackageModel, index: number, limit: number): Result<Uint8Array> {
  if (index >= archive.recordCount) return err(failure('no-such-entry', 'There is no such entry.'));
  if (archive.sizeOf(index) > limit)
    return err(
      failure(
        'too-large-to-look-at',
        `This is shown whole up to ${limit / 1024 / 1024} MiB.`,
        'Look at its bytes in hex, or save it and open it in another program.',
      ),
    );
  return readEntry(archive, index, { limit, lenient: true });
}
