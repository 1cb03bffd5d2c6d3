import { createHash, timingSafeEqual } from 'node:crypto';
import type { BlockRow, Runner, WireResult } from '../../../shared/models/naming';
import { NamingBatch } from '../batch';
import type { Machine } from '../process/port';
import { resolveRunner } from '../resolve';
import { wireResult } from '../wire';
import type { NameRequest } from './request';

/** Bytes of an answer's body that the client in the field takes. */
export const ANSWER_LIMIT = 2 * 1024 * 1024;

/** What `/name` answers: its status and its JSON (4.5). */
export type NameAnswer =
  | { readonly status: 200; readonly body: { readonly runner_id: string; readonly results: readonly WireResult[] } }
  | { readonly status: 401; readonly body: Readonly<Record<string, never>> }
  | { readonly status: number; readonly body: { readonly error: string; readonly detail: string } };

export interface HandlerOptions {
  /** The client hung up: its batch is cancelled. */
  readonly signal?: AbortSignal;
  /** The call is accepted: its answer will be a 200. */
  readonly onAccepted?: () => void;
  readonly machine?: Machine;
}

/**
 * The whole of a `/name` call without a socket (S4): secret, runner, batch. Settles only when nothing of the batch is
 * left.
 */
export async function handleNameRequest(
  runners: readonly Runner[],
  expectedSecret: string,
  givenSecret: string,
  request: NameRequest,
  cwd: string,
  options: HandlerOptions = {},
): Promise<NameAnswer> {
  if (!isSameSecret(expectedSecret, givenSecret)) return { status: 401, body: {} };
  const resolved = resolveRunner(runners, request.runnerId);
  if (!resolved.ok) return { status: 403, body: { error: resolved.error.keyword, detail: resolved.error.detail } };
  const runner = resolved.value;
  const blockIds = request.blocks.map(({ blockId }) => blockId);
  if (leastAnswer(runner.id, blockIds) > ANSWER_LIMIT) {
    const detail = 'the answer to so many blocks would be over 2 MiB — send them in several calls';
    return { status: 400, body: { error: 'bad_request', detail } };
  }
  const { machine, signal } = options;
  options.onAccepted?.();
  const batch = new NamingBatch({ runner, blocks: request.blocks, cwd, logsLimit: 0, ...(machine ? { machine } : {}) });
  const cancel = () => void batch.cancel();
  signal?.addEventListener('abort', cancel);
  try {
    const done = batch.start();
    if (signal?.aborted) cancel();
    await done;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
  return { status: 200, body: { runner_id: runner.id, results: fitted(runner.id, batch.rows()) } };
}

/** Compares without telling by its time how much of a secret is right. */
export function isSameSecret(expected: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  // An empty secret is no secret: it must never open the door.
  return timingSafeEqual(digest(expected), digest(given)) && expected !== '';
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1;
const frame = (runnerId: string) => bytesOf({ runner_id: runnerId, results: [] });

/** Bytes of the shortest answer there could be. */
function leastAnswer(runnerId: string, blockIds: readonly string[]): number {
  return blockIds.reduce((sum, block_id) => sum + bytesOf(leftOut(block_id)), frame(runnerId));
}

function leftOut(block_id: string): WireResult {
  return { block_id, ok: false, error: 'left out: the answer would be over 2 MiB' };
}

/** The results, the last of them left out where the client could not take the whole answer. */
function fitted(runnerId: string, rows: readonly BlockRow[]): WireResult[] {
  const results = rows.map(wireResult);
  let bytes = results.reduce((sum, result) => sum + bytesOf(result), frame(runnerId));
  for (let index = results.length - 1; index >= 0 && bytes > ANSWER_LIMIT; index--) {
    const result = results[index];
    if (!result) continue;
    const shorter = leftOut(result.block_id);
    const saved = bytesOf(result) - bytesOf(shorter);
    if (saved <= 0) continue;
    bytes -= saved;
    results[index] = shorter;
  }
  return results;
}
