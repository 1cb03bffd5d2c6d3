import type { Preview } from '../../../../shared/contract/package';

/** Content that has a view of its own beside text and bytes. */
export type FormId = 'markdown' | 'image' | 'wasm';

const IMAGES = new Set(['PNG image', 'JPEG image', 'GIF image', 'WebP image']);
const WASM = new Set(['WebAssembly core module', 'WebAssembly component']);

/** The view of its own that a page's entry has; SVG has none, it is text. */
export function formOf(page: Preview): FormId | null {
  if (page.total === 0) return null;
  if (page.kind === 'text') return page.language === 'markdown' ? 'markdown' : null;
  if (IMAGES.has(page.looksLike)) return 'image';
  return WASM.has(page.looksLike) ? 'wasm' : null;
}

/** Whether an entry may be a package itself. */
export const isPackage = (page: Preview): boolean => page.kind === 'hex' && page.looksLike === 'zip archive';
