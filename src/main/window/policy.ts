export const SCHEME = 'app';
/** The one address the window is ever at. */
export const PAGE = `${SCHEME}://bundle/index.html`;

/** Stands in the built page where the nonce goes. */
export const NONCE_MARK = '__CSP_NONCE__';

/**
 * What the page may do: load its own scripts, styles, fonts and images, and nothing else. `blob:` is for pictures of a
 * package, which the page makes of bytes whose dimensions were checked; a package has no way to name one. `data:` stays
 * shut, since a text of a package could spell it out. The nonce is for the style
 * elements that the text viewer makes at run time; every answer has its own.
 */
export function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The path within the bundle that an address names, or null where it names anything else or tries to climb out. */
export function bundlePath(address: string): readonly string[] | null {
  let parts: string[];
  try {
    const url = new URL(address);
    if (url.protocol !== `${SCHEME}:` || url.host !== 'bundle') return null;
    parts = decodeURIComponent(url.pathname).split('/').slice(1);
  } catch {
    return null;
  }
  return parts.every((part) => /^[\w-][\w.-]*$/.test(part)) ? parts : null;
}
