import type { Severity, Verdict } from '../../shared/models/finding';

/** How a text report stresses words. */
export interface Paint {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly severity: (severity: Severity, text: string) => string;
  readonly verdict: (verdict: Verdict, text: string) => string;
}

const same = (text: string) => text;

/** For files, pipes and `NO_COLOR`. */
export const plainPaint: Paint = { strong: same, faint: same, severity: (_, text) => text, verdict: (_, text) => text };

const style = (code: number, off: number) => (text: string) => `\u001b[${code}m${text}\u001b[${off}m`;
const [red, yellow, blue, green] = [style(31, 39), style(33, 39), style(34, 39), style(32, 39)];

/** For a terminal. */
export const colorPaint: Paint = {
  strong: style(1, 22),
  faint: style(2, 22),
  severity: (severity, text) => ({ error: red, warning: yellow, info: blue })[severity](text),
  verdict: (verdict, text) => ({ errors: red, warnings: yellow, ok: green })[verdict](text),
};
