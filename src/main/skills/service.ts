import { dirname } from 'node:path';
import { showName } from '../../core/text/visible';
import type { Token } from '../../shared/contract/app';
import type { SkillId, SkillReportForm } from '../../shared/contract/skills';
import { err, failure, ok, type Result } from '../../shared/result';
import type { AskOptions } from '../worker/reader-process';
import { SkillCollection } from './collection';
import { atRoot, belowRoot, skillRoot } from './places';
import type { SkillHandlers, SkillPorts } from './ports';
import type { ListedSkill } from './table';
import { Undos } from './undos';

const notOpen = failure('not-open', 'These skills are no longer open.', 'Open them again.');
const gone = failure('not-there', 'This skill is no longer there.', 'Look at the list again.');
const inArchive = failure('read-only', 'It lies in an archive, which is only read.', 'Unpack it to edit it.');
const oldTable = failure('old-table', 'This table is no longer kept.', 'Ask for it again.');
const noUndo = failure(
  'no-undo',
  'This can no longer be taken back.',
  'Use what your editor or version control keeps.',
);

const FORMS: Readonly<Record<SkillReportForm, { readonly kind: string; readonly extension: string }>> = {
  text: { kind: 'Text', extension: 'txt' },
  markdown: { kind: 'Markdown', extension: 'md' },
  json: { kind: 'JSON', extension: 'json' },
  sarif: { kind: 'SARIF', extension: 'sarif' },
};

interface OpenSkills {
  readonly skills: SkillCollection;
  readonly undos: Undos;
}

/** Answers everything the Skills view asks for, and follows what is open. */
export class SkillsService {
  readonly #ports: SkillPorts;
  readonly #open = new Map<Token, OpenSkills>();

  constructor(ports: SkillPorts) {
    this.#ports = ports;
  }

  dispose(): void {
    for (const { skills } of this.#open.values()) skills.dispose();
    this.#open.clear();
  }

  handlers(): SkillHandlers {
    const { ports, on, onSkill } = this.#tools();
    const summary = ({ skills }: OpenSkills) => ok(skills.summary());
    return {
      'skills:choose': async () => ok(await ports.open(await ports.chooseFolders())),
      'skills:open': ([token]) => {
        const open = this.#of(token);
        if (open === undefined) return err(notOpen);
        open.skills.start();
        return summary(open);
      },
      'skills:stop': on((open) => {
        open.skills.stop();
        return summary(open);
      }),
      'skills:check': on((open) => {
        open.skills.lookAtAll();
        return summary(open);
      }),
      'skills:advice': on((open, [, advice]: readonly [Token, boolean]) => {
        open.skills.setAdvice(advice);
        return summary(open);
      }),
      'skills:table': on(({ skills }, [, query]) => ok(skills.makeTable(query))),
      'skills:rows': on(({ skills }, [, table, start, count]) => {
        const rows = skills.table(table);
        return rows ? ok(rows.slice(start, start + count).map(({ row }) => row)) : err(oldTable);
      }),
      'skills:row-of': on(({ skills }, [, table, id]) => {
        const at = skills.table(table)?.findIndex(({ row }) => row.id === id);
        return at === undefined ? err(oldTable) : ok(at < 0 ? null : at);
      }),
      'skills:detail': onSkill(async ({ skills }, { scanned: ref }, _args, signal) => {
        const detail = await ports.front.ask('skillDetail', { ...of(skills, ref) }, this.#within(signal));
        if (!detail.ok) return detail;
        const { scanned, ...rest } = detail.value;
        return ok({ ...rest, row: skills.listed(scanned).row });
      }),
      'skills:fix-preview': onSkill(({ skills }, { scanned }, [, , ask], signal) =>
        ports.front.ask('skillFixPreview', { ...of(skills, scanned), ask }, this.#within(signal)),
      ),
      'skills:fix': onSkill(async ({ skills, undos }, { scanned }, [, , ask]) => {
        const fixed = await ports.front.ask('skillFix', { ...of(skills, scanned), ask }, this.#within());
        if (!fixed.ok) return fixed;
        return ok({ title: fixed.value.title, undo: undos.keep(fixed.value) });
      }),
      'skills:undo': on(async ({ undos }, [, number]) => {
        const fixed = undos.find(number);
        if (fixed === undefined) return err(noUndo);
        const { file, hash, before, title } = fixed;
        const restored = await ports.front.ask('skillRestore', { file, hash, bytes: before }, this.#within());
        if (restored.ok) undos.forget(number);
        return restored.ok ? ok({ title }) : restored;
      }),
      'skills:edit': onSkill(async ({ skills }, skill, _args, signal) => {
        // An archive would open in whatever unpacks archives.
        if (skills.root.kind === 'archive') return err(inArchive);
        const file = await this.#fileOf(skills, skill, signal);
        if (!file.ok) return file;
        const why = await ports.openInEditor(file.value);
        return why === ''
          ? ok(null)
          : err(failure('not-opened', `The system did not open it: ${showName(why)}.`, 'Open it from its folder.'));
      }),
      'skills:reveal': onSkill(async ({ skills }, skill, _args, signal) => {
        const file = await this.#fileOf(skills, skill, signal);
        ports.reveal(file.ok ? file.value : atRoot(skills.root, skill.below));
        return ok(null);
      }),
      'skills:report': on(
        async ({ skills }, [, form, id]: readonly [Token, SkillReportForm, SkillId | null], signal) => {
          const input = reportInput(skills, form, id, ports.version);
          return input === null ? err(gone) : ports.background.ask('skillReport', input, this.#within(signal));
        },
      ),
      'skills:save-report': on<readonly [Token, SkillReportForm, SkillId | null], { saved: string | null }>(
        async ({ skills }, [, form, id]: readonly [Token, SkillReportForm, SkillId | null], signal) => {
          const input = reportInput(skills, form, id, ports.version);
          if (input === null) return err(gone);
          const { kind, extension } = FORMS[form];
          const beside = `${dirname(skills.root.at)}/${reportName(skills, id)}.${extension}`;
          const to = await ports.chooseSavePath(beside, kind, extension);
          if (to === null) return ok({ saved: null });
          const saved = await ports.background.ask('skillSaveReport', { ...input, to }, this.#within(signal));
          return saved.ok ? ok({ saved: showName(to) }) : saved;
        },
      ),
      'skills:pack-plan': onSkill(({ skills }, { scanned }, [, , ask], signal) =>
        ports.front.ask('skillPackPlan', { ...of(skills, scanned), ask }, this.#within(signal)),
      ),
      'skills:pack': onSkill(async ({ skills }, { scanned, below }, [, , ask], signal) => {
        const input = { ...of(skills, scanned), ask };
        const plan = await ports.front.ask('skillPackPlan', input, this.#within(signal));
        if (!plan.ok) return plan;
        const { at, kind } = skills.root;
        const folder = kind === 'file' ? dirname(at) : atRoot(skills.root, below);
        const proposed = `${dirname(folder)}/${ask.name}-${ask.version}.mur.zip`;
        const to = await ports.chooseSavePath(proposed, 'Murmur package', 'zip');
        if (to === null) return ok(null);
        const packed = await ports.background.ask('skillPack', { ...input, to }, this.#within(signal));
        if (!packed.ok) return packed;
        const [opened] = await ports.open([to]);
        return opened === undefined ? err(gone) : ok({ saved: showName(to), ...packed.value, opened });
      }),
      'skills:open-source': on(async ({ skills }, [, row]: readonly [Token, number], signal) => {
        const path = await ports.front.ask('skillSourcePath', { path: skills.root.at, row }, this.#within(signal));
        if (!path.ok) return path;
        const [opened] = await ports.open([path.value]);
        return opened === undefined ? err(gone) : ok(opened);
      }),
      'skills:close': ([token]) => {
        this.#open.get(token)?.skills.dispose();
        this.#open.delete(token);
        return ok(null);
      },
    };
  }

  #of(token: Token): OpenSkills | undefined {
    const known = this.#open.get(token);
    if (known !== undefined) return known;
    const place = this.#ports.pathOf(token);
    if (place === null) return undefined;
    const skills = new SkillCollection(token, skillRoot(place.path, place.kind), this.#ports);
    const open = { skills, undos: new Undos() };
    this.#open.set(token, open);
    return open;
  }

  #within(signal?: AbortSignal): AskOptions {
    return signal === undefined ? { limit: this.#ports.limit() } : { limit: this.#ports.limit(), signal };
  }

  #tools() {
    type Context = { readonly signal: AbortSignal };
    type Answer<T> = Result<T> | Promise<Result<T>>;
    /** A call about something that is open. */
    const on =
      <A extends readonly [Token, ...unknown[]], T>(
        work: (open: OpenSkills, args: A, signal: AbortSignal) => Answer<T>,
      ) =>
      async (args: A, { signal }: Context): Promise<Result<T>> => {
        const open = this.#open.get(args[0]);
        return open ? work(open, args, signal) : err(notOpen);
      };
    /** A call about one skill of it. */
    const onSkill = <A extends readonly [Token, SkillId, ...unknown[]], T>(
      work: (open: OpenSkills, skill: ListedSkill, args: A, signal: AbortSignal) => Answer<T>,
    ) =>
      on<A, T>((open, args, signal) => {
        const skill = open.skills.find(args[1]);
        return skill === undefined ? err(gone) : work(open, skill, args, signal);
      });
    return { ports: this.#ports, on, onSkill };
  }

  /** The file that holds a skill, if there is one and it is not in an archive. */
  async #fileOf(skills: SkillCollection, skill: ListedSkill, signal: AbortSignal): Promise<Result<string>> {
    const { root } = skills;
    if (root.kind !== 'folder') return ok(root.at);
    const detail = await this.#ports.front.ask('skillFile', of(skills, skill.scanned), this.#within(signal));
    return detail.ok ? ok(`${atRoot(root, skill.below)}/${detail.value}`) : detail;
  }
}

/** What a reader is told about one skill: nothing that it does not need. */
const of = ({ root, advice }: SkillCollection, { path, inside, closed }: ListedSkill['scanned']) => ({
  root,
  ref: { path, inside, closed },
  advice,
});

function reportInput(skills: SkillCollection, form: SkillReportForm, id: SkillId | null, version: string) {
  const { root, advice } = skills;
  if (id === null) return { root, ref: null, advice, form, version };
  const skill = skills.find(id);
  return skill === undefined ? null : { ...of(skills, skill.scanned), form, version };
}

function reportName(skills: SkillCollection, id: SkillId | null): string {
  const path = (id === null ? undefined : skills.find(id)?.below) ?? '';
  const name = path === '' ? belowRoot(skills.root, skills.root.shown) || skills.root.shown : path;
  return `${name.slice(name.lastIndexOf('/') + 1)}-skills`;
}
