/**
 * The first of `known` keys that stands twice in the top object or in its member `inner`, or null. JSON.parse takes the
 * last of two equal keys without a word; Murmur's reader refuses a field it knows that comes twice.
 * @param text JSON that JSON.parse has taken, whose top is an object
 */
export function repeatedKey(text: string, inner: string, known: ReadonlySet<string>): string | null {
  const [top, below] = [new Set<string>(), new Set<string>()];
  let depth = 0;
  let inInner = false;
  for (const { token, key } of tokens(text)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (key !== null) {
      if (depth === 1) {
        if (key === inner && top.has(key)) return key;
        top.add(key);
        inInner = key === inner;
      } else if (depth === 2 && inInner && known.has(key)) {
        if (below.has(key)) return key;
        below.add(key);
      }
    }
  }
  return null;
}

/** A bracket, or a string that a colon follows. */
const TOKEN = /[{}[\]]|"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

function* tokens(text: string): Generator<{ token: string; key: string | null }> {
  for (const match of text.matchAll(TOKEN)) {
    const token = match[0];
    if (!token.startsWith('"')) yield { token, key: null };
    else if (match[1] !== undefined) {
      const quoted = token.slice(0, token.length - match[1].length);
      yield { token: '"', key: quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1) };
    }
  }
}
