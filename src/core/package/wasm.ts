import type { Result } from '../../shared/result';

/** What a payload is, and for a component the interfaces it asks for and gives. */
export type Interfaces =
  | { readonly form: 'module' }
  | { readonly form: 'component'; readonly imports: readonly string[]; readonly exports: readonly string[] };

/**
 * The names with a `/` among the outermost component's own imports and exports, byte for byte, sorted by bytes, once
 * each (spec 2.1). Fails with the offset when the bytes are no wasm or are broken.
 */
export function readInterfaces(_bytes: Uint8Array): Result<Interfaces> {
  throw new Error('not written yet');
}

/** One section of a wasm file. Offsets and sizes in bytes. */
export interface WasmSection {
  readonly id: number;
  /** `type`, `code`, `component`, … or `section 42`. */
  readonly kind: string;
  /** A custom section's own name. */
  readonly name: string | null;
  readonly offset: number;
  readonly size: number;
}

export interface WasmSummary {
  readonly form: 'module' | 'component';
  readonly sections: readonly WasmSection[];
}

/** The outermost sections, for a view. Fails like `readInterfaces`. */
export function wasmSummary(_bytes: Uint8Array): Result<WasmSummary> {
  throw new Error('not written yet');
}
