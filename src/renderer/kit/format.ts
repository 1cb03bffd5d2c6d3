/** How the window writes numbers, sizes, dates. Numbers follow the system's locale; figures are tabular by the style sheet. */

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

export const integer = (value: number): string => whole.format(value);

/** `1 entry`, `1,204 entries`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${integer(count)} ${count === 1 ? one : many}`;

/** A size for reading: `987 bytes`, `42.6 kB`, decimal units. */
export function bytes(value: number): string {
  if (value < 1000) return value === 1 ? '1 byte' : `${whole.format(value)} bytes`;
  const unit = sizeUnit(value);
  return `${inUnit(value, unit)} ${unit}`;
}

/** One unit for a whole column, that of its largest value, so that the eye can compare. */
export type SizeUnit = (typeof UNITS)[number];
export function sizeUnit(largest: number): SizeUnit {
  let unit = 0;
  // 999.95 would be shown as 1,000.0: it belongs to the next unit already.
  for (let rest = largest; rest >= 999.95 && unit < UNITS.length - 1; rest /= 1000) unit++;
  return UNITS[unit] ?? 'bytes';
}

/** A size in a given unit, without naming it: `42.6`. What would be shown as nothing is `< 0.1`. */
export function inUnit(value: number, unit: SizeUnit): string {
  if (unit === 'bytes') return whole.format(value);
  const scaled = value / 1000 ** UNITS.indexOf(unit);
  return value > 0 && scaled < 0.05 ? `< ${oneDecimal.format(0.1)}` : oneDecimal.format(scaled);
}

/** The exact size, for tooltips: `42,619 bytes`. */
export const exactBytes = (value: number): string => plural(value, 'byte');

/** A share in percent; a dash where there is no whole. */
export function percent(part: number, of: number): string {
  if (of <= 0) return NOTHING;
  const share = (part / of) * 100;
  return share > 0 && share < 1 ? '< 1 %' : `${whole.format(share)} %`;
}

/** What a cell without a value shows. */
export const NOTHING = '—';

/** `YYYY-MM-DDTHH:MM:SS` of an archive, which knows no time zone, as `YYYY-MM-DD HH:MM`. */
export const archiveDate = (value: string | null): string =>
  value === null ? NOTHING : value.slice(0, 16).replace('T', ' ');

export const seconds = (ms: number): string =>
  ms < 1000 ? `${whole.format(ms)} ms` : `${oneDecimal.format(ms / 1000)} s`;

/** A moment as people say it: today and yesterday by name. */
export function moment(at: number, now = Date.now()): string {
  const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(at);
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days === 0) return `today ${time}`;
  if (days === 1) return `yesterday ${time}`;
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(at);
}

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** `05c5511c…7aef` of a long digest. */
export const shortDigest = (digest: string): string => `${digest.slice(0, 8)}…${digest.slice(-4)}`;

/** An offset in a file as eight or more hex digits. */
export const hexOffset = (offset: number, digits = 8): string => offset.toString(16).padStart(digits, '0');
