/** The address in its normal form if it is https with a host and no credentials, else null. */
export function httpsAddress(text: string): string | null {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' && url.host !== '' && url.username === '' && url.password === '' ? url.href : null;
  } catch {
    return null;
  }
}
