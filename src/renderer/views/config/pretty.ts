/**
 * JSON with line breaks and indents, by its tokens alone: parsing it would lose digits of long numbers, the order of
 * keys that look like numbers, and one of two equal keys.
 */
export function pretty(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];
  let text = '';
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (token === '{' || token === '[') {
      const empty = next === '}' || next === ']';
      text += token;
      if (!empty) {
        depth++;
        text += line();
      }
    } else if (token === '}' || token === ']') {
      const before = tokens[at - 1];
      if (before !== '{' && before !== '[') {
        depth--;
        text += line();
      }
      text += token;
    } else if (token === ',') text += `,${line()}`;
    else text += token === ':' ? ': ' : token;
  }
  return text;
}
