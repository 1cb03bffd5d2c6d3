/**
 * The shortest decimal that reads back as the same double, always with a `.0` or an exponent: plain from 1e-5 up to
 * below 1e16, else `1e16` and `1e-6`, with `plus` as JSON has it `1e+16`. Finite values only.
 */
export function shortestFloat(value: number, plus: '+' | ''): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e');
  const power = Number(exponent);
  const digits = mantissa.replace('.', '');
  const sign = value < 0 ? '-' : '';
  if (power < -5 || power > 15) return `${sign}${mantissa}e${power < 0 ? '' : plus}${power}`;
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  return `${sign}${whole}.${digits.slice(power + 1) || '0'}`;
}
