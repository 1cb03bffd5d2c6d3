/** The line breaks of a stretch of blanks and breaks, as a scalar keeps them. */
export function breaksIn(text: string, from: number, to: number): string {
  if (from === to) return '';
  return text
    .slice(from, to)
    .replace(/[ \t]+/g, '')
    .replace(/\r\n|[\r\u0085]/g, '\n');
}
