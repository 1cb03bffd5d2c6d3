import assert from 'node:assert/strict';
import fc from 'fast-check';
import { z } from 'zod';
import type { Handlers } from '../../../src/main/ipc';
import { serveCalls } from '../../../src/main/ipc';
import type { ToReader } from '../../../src/main/worker/protocol';
import { serveJobs } from '../../../src/main/worker/serve-jobs';
import { contract } from '../../../src/shared/contract';
import { CALLS, EVENTS } from '../../../src/shared/contract/channels';
import { ok } from '../../../src/shared/result';
import { target } from '../target';

const key = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'length', '0', ''),
  fc.string({ maxLength: 8 }),
);
const telling = fc.constantFrom<unknown>(
  ...[
    undefined,
    null,
    true,
    0,
    -0,
    -1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    2n ** 70n,
    '',
    'x'.repeat(5000),
  ],
  ...[
    '/etc/passwd',
    'package-0123456789abcdef',
    '../x',
    '\0',
    '\ud83d',
    new Date(Number.NaN),
    new Uint8Array(3),
    new Map(),
  ],
);

/** Anything that structured clone carries across. */
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    telling,
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.integer(),
    fc.double(),
    fc.array(tie('anything'), { maxLength: 6 }),
    fc.array(fc.tuple(key, tie('anything')), { maxLength: 5 }).map(objectOf),
    fc.tuple(tie('anything'), fc.integer({ min: 1, max: 400 })).map(([inner, depth]) => nested(inner, depth)),
  ),
}));

function objectOf(pairs: readonly (readonly [string, unknown])[]): unknown {
  const made = {};
  for (const [name, value] of pairs)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

function nested(inner: unknown, depth: number): unknown {
  let value = inner;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { open: value };
  return value;
}

interface Schema {
  readonly type?: string;
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly anyOf?: Schema[];
  readonly oneOf?: Schema[];
  readonly items?: Schema;
  readonly prefixItems?: Schema[];
  readonly properties?: Record<string, Schema>;
  readonly pattern?: string;
}

/** Values that nearly fit a schema: each part is right, or now and then anything. */
function nearly(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return fc.oneof(...either.map(nearly));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.prefixItems !== undefined) return fc.tuple(...schema.prefixItems.map(nearly));
  if (schema.type === 'array') return fc.array(nearly(schema.items ?? {}), { maxLength: 5 });
  if (schema.type === 'object')
    return fc
      .tuple(
        ...Object.entries(schema.properties ?? {}).map(([name, one]) =>
          nearly(one).map((value) => [name, value] as const),
        ),
      )
      .map(objectOf);
  if (schema.type === 'string')
    return schema.pattern === undefined
      ? fc.string({ unit: 'binary', maxLength: 30 })
      : fc.stringMatching(new RegExp(schema.pattern));
  if (schema.type === 'integer') return fc.integer({ min: -1 });
  if (schema.type === 'number') return fc.double();
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  return anything;
}

const schemaOf = (channel: (typeof CALLS)[number]): Schema =>
  z.toJSONSchema(contract.calls[channel].args, { unrepresentable: 'any', io: 'input' }) as Schema;

const channelCall = fc.constantFrom(...CALLS).chain((channel) =>
  fc.record({
    channel: fc.constant<string>(channel),
    args: fc.oneof({ weight: 3, arbitrary: nearly(schemaOf(channel)) }, { weight: 1, arbitrary: anything }),
    id: fc.oneof({ weight: 5, arbitrary: fc.constant<unknown>('window#1') }, { weight: 1, arbitrary: anything }),
  }),
);
type Asked = typeof channelCall extends fc.Arbitrary<infer A> ? A : never;

type Listener = (event: unknown, args: unknown, id: unknown) => Promise<{ ok: boolean; error?: { code: string } }>;
const handled = new Map<string, Listener>();
const event = { sender: { id: 1 } };
/** What a handler was given last; undefined while none was. */
let given: { readonly args: unknown } | undefined;

const answering = (args: unknown) => {
  given = { args };
  return ok(null);
};
serveCalls({
  ipc: {
    handle: (name: string, listener: Listener) => void handled.set(name, listener),
    removeHandler: () => {},
    on: () => {},
  } as never,
  served: Promise.resolve({
    handlers: Object.fromEntries(CALLS.map((name) => [name, answering])) as unknown as Handlers,
    shapes: contract.calls,
  }),
  isTrusted: (from) => from === (event as unknown),
  checkValues: false,
  report: () => {},
});

const said: unknown[] = [];
const hear = serveJobs({ echo: (input: unknown) => ok(input) } as never, (message) => void said.push(message));

async function check({ channel, args, id }: Asked): Promise<void> {
  given = undefined;
  const answer = await handled.get(channel)?.(event, args, id);
  assert.ok(answer !== undefined, `${channel} is handled`);
  if (given === undefined)
    assert.deepEqual([answer.ok, answer.error?.code], [false, 'refused'], 'what is refused says so');
  else {
    // What a handler gets fits the schema as it is: nothing slipped through that a second look would refuse.
    const { args: seen } = given as { args: unknown };
    assert.ok(contract.calls[channel as (typeof CALLS)[number]].args.safeParse(seen).success, 'what came through fits');
  }
  for (const name of EVENTS) contract.events[name].safeParse(args);
  said.length = 0;
  await hear({ id: 1, job: typeof id === 'string' ? id : 'echo', input: args } as ToReader);
  assert.equal(said.length, 1, 'a reader answers each request once');
}

export const ipc = target({
  name: 'ipc',
  what: 'calls of every channel of the contract, from anything to nearly right',
  limitMs: 2000,
  cases: channelCall,
  check,
});
