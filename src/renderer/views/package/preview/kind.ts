import type { Preview } from '../../../../shared/contract/package';

const LINE_ENDS = { lf: 'LF', crlf: 'CRLF', mixed: 'mixed line ends', none: 'no line ends' } as const;

/** `UTF-8, LF`, or what bytes look like. */
export function kindOf(page: Preview): string {
  if (page.kind === 'hex') return page.looksLike;
  return `${page.encoding.toUpperCase()}, ${LINE_ENDS[page.lineEnds]}`;
}
