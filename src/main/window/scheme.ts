import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { protocol } from 'electron';
import { bundlePath, NONCE_MARK, policy, SCHEME } from './policy';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
]);

/** Before `ready`: a scheme of our own in place of `file:`, with an origin and no access to anything else. */
export function declareScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
}

/** After `ready`: serves the built renderer, and only that. */
export function serveBundle(folder: string): void {
  protocol.handle(SCHEME, async (request) => {
    const parts = request.method === 'GET' ? bundlePath(request.url) : null;
    if (parts === null) return new Response('refused', { status: 403 });
    try {
      return answer(await readFile(join(folder, ...parts)), extname(parts.at(-1) ?? ''));
    } catch {
      return new Response('not found', { status: 404 });
    }
  });
}

function answer(bytes: Buffer, extension: string): Response {
  const nonce = randomBytes(16).toString('base64');
  const body = extension === '.html' ? bytes.toString('utf8').replaceAll(NONCE_MARK, nonce) : new Uint8Array(bytes);
  return new Response(body, {
    headers: {
      'content-type': TYPES.get(extension) ?? 'application/octet-stream',
      'content-security-policy': policy(nonce),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    },
  });
}
