import { z } from 'zod';
import { count, error, finding, flag, form, list, noAnswer, oneOf, orNull, severity, sha256, text } from './forms';

const client = form({
  loads: z.union([z.boolean(), z.literal('unknown')]).describe('Whether it loads the skill, as far as is known'),
  why: text('Why not, or why it is unknown').optional(),
});
const ok = flag('Whether it is accepted');
const refusal = form({ kind: text('What kind of refusal'), message: text('As Murmur prints it') });
const skillFinding = form({
  id: text('Stable id; docs/findings/skills.md says what it means'),
  severity,
  ruleSet: oneOf(['murmur-0.9', 'murmur-0.10', 'agent-skills', 'clients', 'advice'], 'Whose rule it is'),
  message: text('One sentence'),
  file: text('Opens from the current folder'),
  line: count('From 1'),
  column: count('From 1, in code points'),
  endLine: count('From 1'),
  endColumn: count('Behind the last character'),
  hint: text('What to do').optional(),
  fix: form({
    title: text('What it does'),
    edits: list(
      form({
        start: count('First byte that is replaced'),
        end: count('Behind the last one'),
        text: text('What stands there then'),
      }),
      'Edits that do not overlap, in file order',
    ),
  })
    .describe('A change that is safe to make')
    .optional(),
});

export const skillCheck = z.union([
  form({
    path: text('PATH as given, plus / and what was found below it'),
    kind: oneOf(['file', 'folder', 'archive'], 'What it is'),
    skillFile: orNull(z.string(), 'Relative to path; null where there is none'),
    front: orNull(
      form({
        name: orNull(z.string(), 'Null where it has none'),
        description: orNull(z.string(), 'Null where it has none'),
      }),
      'The front block as Murmur reads it',
    ),
    description: orNull(z.string(), "The front block's, else the first line with text"),
    verdicts: form({
      'murmur-0.9': form({ ok, refusal: refusal.describe('The one refusal it would print').optional() })
        .describe('Does mur build accept the folder?')
        .optional(),
      'murmur-0.10': form({
        ok,
        refusal: refusal
          .extend({ code: orNull(z.string(), "Murmur's code"), hint: text("Murmur's hint").optional() })
          .describe('The one refusal it would print')
          .optional(),
      })
        .describe('Would a launch install it?')
        .optional(),
      'agent-skills': form({ ok }).describe('Does it keep the public format?').optional(),
      clients: form({
        'claude-code': client.describe('Claude Code'),
        codex: client.describe('Codex'),
        vscode: client.describe('VS Code'),
        'skills-cli': client.describe('The skills command'),
      })
        .describe('Where it loads')
        .optional(),
    }).describe('One for each rule set asked for'),
    packs: list(form({ path: text('As spelled on disk'), bytes: count('Its size') }), 'What would be packed'),
    skipped: list(form({ path: text('What'), why: text('Why') }), 'What would not'),
    manifest: orNull(z.string(), 'A murmur.yaml beside the skill'),
    findings: list(skillFinding, 'All problems, not only the first'),
  }),
  noAnswer('path'),
]);

export const skillPack = z.union([
  form({
    file: text('What was written'),
    bytes: count('Its size'),
    sha256: sha256('Of the package'),
    entries: list(z.string(), 'In the order of the package'),
  }),
  form({ error }),
  noAnswer('path'),
]);

export const store = form({
  rows: list(
    form({
      store: text('global, project, or the folder given'),
      name: text('scope/name; the bare name in a store without scopes'),
      version: text('The version'),
      runtime: text('agent, tool, driver, hook, skill; empty where nothing says it'),
      platforms: list(z.string(), 'As linux-x86_64'),
      bytes: count('Of all archives of the version'),
      digest: oneOf(['agrees', 'differs', 'missing', 'malformed', 'not-read'], 'The package against its .sha256'),
      findings: list(finding, 'What is wrong with it'),
    }),
    'One for each installed version',
  ),
  findings: list(
    finding.extend({ store: text('The store it is about') }),
    'What is wrong with a store and belongs to no package',
  ),
});

const words = (says: string) => list(z.string(), says);
export const runners = z.union([
  form({
    file: text('FILE as given'),
    runners: list(
      form({
        id: text('Its id'),
        capability: text('build-runner, naming-runner or hand-runner'),
        command: words('Program and arguments'),
        gate_command: words('Empty where there is none'),
        workspace_allowlist: words('Absolute folders'),
        timeout_secs: count('Seconds'),
        naming_timeout_secs: count('Seconds for one block'),
        curation_timeout_secs: count('Seconds'),
      }),
      'With defaults filled in',
    ),
  }),
  form({ file: text('FILE as given'), error: error.extend({ kind: text('parse, empty, duplicate-id or field') }) }),
  noAnswer('file'),
]);

export const result = form({
  block_id: text("The block's id"),
  ok: flag('Whether it has a name'),
  name: text('At most 40 code points').optional(),
  purpose: text('At most 120 code points').optional(),
  error: text('Why it has none').optional(),
});
export const name = z.union([
  form({ runner_id: text('The runner that was taken'), results: list(result, 'In the order of the blocks') }),
  form({
    error: form({ code: text('The keyword of the refusal'), message: text('What it means') }).describe('A refusal'),
  }),
  form({ file: text('The file as given'), error: error.extend({ kind: text('parse, empty…') }) }),
  noAnswer('file'),
]);

export const namingLine = z.union([
  form({ name: text('Sanitized'), purpose: text('Sanitized') }),
  form({ error: text('Why the line is not taken') }),
]);

export const explain = z.union([
  form({
    id: text('ID as given'),
    meanings: list(
      form({
        about: oneOf(['packages', 'stores', 'projects', 'skills'], 'What the finding is about'),
        severity,
        title: text('In a few words'),
        meaning: text('What it means'),
        action: text('What to do'),
      }),
      'More than one where two things can have the finding',
    ),
  }),
  form({ id: text('ID as given'), error }),
]);
