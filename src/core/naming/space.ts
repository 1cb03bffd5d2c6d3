/** White space as Rust's `char::is_whitespace` has it: unlike JavaScript's, with U+0085 and without U+FEFF. */
const WHITE = '\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const ENDS = new RegExp(`^[${WHITE}]+|[${WHITE}]+$`, 'g');
const RUNS = new RegExp(`[${WHITE}]+`, 'g');

/** The text without white space at its ends. */
export function trim(text: string): string {
  // The pattern's second half looks at every run of blanks, so a long text is cut by hand.
  if (text.length > 1024) return trimByHand(text);
  return text.replace(ENDS, '');
}

/** Every run of white space as one blank, none at the ends. */
export function collapse(text: string): string {
  return trim(text.replace(RUNS, ' '));
}

const IS_WHITE = new RegExp(`[${WHITE}]`);

function trimByHand(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && IS_WHITE.test(text.charAt(start))) start++;
  while (end > start && IS_WHITE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
