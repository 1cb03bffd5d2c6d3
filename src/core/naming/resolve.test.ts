import { expect, test } from 'vitest';
import { resolveRunner } from './resolve';
import { parseRunners } from './runners';

const file = (...tables: ReadonlyArray<readonly [string, string]>) => {
  const text = tables
    .map(
      ([id, capability]) =>
        `[[runner]]\nid = "${id}"\ncapability = "${capability}"\ncommand = ["x", "{packet_file}"]\n` +
        'gate_command = ["t"]\nworkspace_allowlist = ["/abs"]\n',
    )
    .join('');
  const read = parseRunners(new TextEncoder().encode(text));
  return read.ok ? read.value : [];
};
const pinned = file(
  ['build', 'build-runner'],
  ['one', ' naming-runner '],
  ['two', 'naming-runner'],
  ['hand', 'hand-runner'],
);

test.each([
  ['two', 'two'],
  ['one', 'one'],
  [null, 'one'],
])('%s is answered by %s', (id, wanted) => {
  expect(resolveRunner(pinned, id)).toMatchObject({ ok: true, value: { id: wanted } });
});

test.each([
  [
    'ghost',
    'unpinned_runner',
    "runner 'ghost' is not pinned in runners.toml — announce proves liveness, it never grants a capability (§5a)",
  ],
  [
    '',
    'unpinned_runner',
    "runner '' is not pinned in runners.toml — announce proves liveness, it never grants a capability (§5a)",
  ],
  [
    'build',
    'not_a_naming_runner',
    "runner 'build' is pinned but is not a naming-runner — /name only speaks to the naming capability",
  ],
  [
    'hand',
    'not_a_naming_runner',
    "runner 'hand' is pinned but is not a naming-runner — /name only speaks to the naming capability",
  ],
])('%s is refused as %s', (id, keyword, detail) => {
  expect(resolveRunner(pinned, id)).toEqual({ ok: false, error: { keyword, detail } });
});

test('a file without a naming-runner serves no names', () => {
  expect(resolveRunner(file(['build', 'build-runner']), null)).toEqual({
    ok: false,
    error: {
      keyword: 'no_naming_runner',
      detail: 'no naming-runner is pinned in runners.toml — pin one (capability = "naming-runner") to serve /name',
    },
  });
});
