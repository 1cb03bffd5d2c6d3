// One target in one process, so that a hang or an exhausted memory ends only this. Started by run.mjs:
//   worker.js run TARGET SEED SECONDS STATE    tries cases, notes each in STATE before it runs, tells failures on stdout
//   worker.js replay TARGET CASE               one case from a file: exit code 0 if it holds, 1 if it fails
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import fc from 'fast-check';
import { decode, encode } from './codec';
import { reduceBytes } from './reduce';
import { kindOf, whyItFails } from './run-case';
import type { AnyTarget } from './target';
import { targetNamed } from './targets';

const RUNS_AT_ONCE = 200;
const REDUCTIONS = 600;

const tell = (message: unknown) => void writeSync(1, `${JSON.stringify(message)}\n`);

async function smallest(
  target: AnyTarget,
  value: unknown,
  kind: string,
  note: (value: unknown) => void,
): Promise<unknown> {
  if (!(value instanceof Uint8Array) || kind.startsWith('slow')) return value;
  return reduceBytes(
    value,
    async (bytes) => {
      note(bytes);
      const why = await whyItFails(target, bytes);
      return why !== null && kindOf(why) === kind;
    },
    REDUCTIONS,
  );
}

async function run(target: AnyTarget, seed: number, seconds: number, state: string): Promise<void> {
  const until = Date.now() + seconds * 1000;
  const known = new Set<string>();
  const file = openSync(state, 'w');
  const note = (value: unknown) => {
    ftruncateSync(file, 0);
    writeSync(file, JSON.stringify(encode(value)), 0);
  };
  let runs = 0;
  for (let round = 0; Date.now() < until; round++) {
    const property = fc.asyncProperty(target.cases, async (value) => {
      note(value);
      runs++;
      const why = await whyItFails(target, value);
      if (why !== null && !known.has(kindOf(why))) throw why;
    });
    const found = await fc.check(property, {
      seed: seed + round,
      numRuns: RUNS_AT_ONCE,
      interruptAfterTimeLimit: Math.max(1, until - Date.now()),
      markInterruptAsFailure: false,
    });
    if (!found.failed || found.counterexample === null) continue;
    const why = found.errorInstance instanceof Error ? found.errorInstance : new Error(String(found.errorInstance));
    const kind = kindOf(why);
    known.add(kind);
    const value = await smallest(target, found.counterexample[0], kind, note);
    tell({
      failure: kind,
      why: why.message.slice(0, 1000),
      seed: found.seed,
      path: found.counterexamplePath,
      case: encode(value),
    });
  }
  closeSync(file);
  tell({ runs, mostMiB: Math.round(process.resourceUsage().maxRSS / 1024) });
}

const [mode, name = '', ...rest] = process.argv.slice(2);
const target = targetNamed(name);
if (mode === 'replay') {
  const why = await whyItFails(target, decode(JSON.parse(readFileSync(rest[0] ?? '', 'utf8'))));
  if (why !== null) console.error(why.stack);
  process.exit(why === null ? 0 : 1);
}
const [seed, seconds, state = ''] = rest;
await run(target, Number(seed), Number(seconds), state);
process.exit(0);
