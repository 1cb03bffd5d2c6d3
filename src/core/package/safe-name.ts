/**
 * The name of an entry under Murmur's rule (spec 2.1): leading slashes are dropped, `.` and empty components vanish, the
 * rest is joined by `/`; a backslash is an ordinary character. Null where a `..` component makes Murmur refuse the name.
 * The result is empty for a name that only says "here".
 */
export function safeName(name: string): string | null {
  if (!NEEDS_WORK.test(name)) return name;
  // A folder's name, with nothing but its slash at the end, is the most common one that needs work.
  const folder = name.endsWith('/') ? name.slice(0, -1) : name;
  if (folder !== name && !NEEDS_WORK.test(folder)) return folder;
  const kept: string[] = [];
  for (const component of name.split('/')) {
    if (component === '..') return null;
    if (component !== '' && component !== '.') kept.push(component);
  }
  return kept.join('/');
}

/** A `.`, `..` or empty component anywhere; a trailing slash makes one too. */
const NEEDS_WORK = /(?:^|\/)(?:\.{0,2})(?:\/|$)/;

/** Murmur's words for a name that its rule refuses. */
export function unsafeNameMessage(name: string): string {
  return `zip entry '${name}' has an unsafe path: contains a '..' component`;
}
