import { SKILL_RULES } from '../../core/skill/rules';
import { showName } from '../../core/text/visible';
import type { Token } from '../../shared/contract/app';
import type { SkillId, SkillQuery, SkillsSummary } from '../../shared/contract/skills';
import { affectedBy, isBelow, type Looks } from './affected';
import { belowRoot, type SkillRef, type SkillRoot } from './places';
import type { SkillPorts } from './ports';
import type { ScanBatch, ScanInput, ScannedSkill } from './scan';
import { chosenSkills, countSkills, type ListedSkill, standingOf } from './table';

/** Milliseconds between two messages about what was found. */
const PACE = 120;
/** Tables that can still be asked for rows, failures that are told, skills that are named as changed. */
const TABLES = 4;
const FAILURES = 300;
const NAMED = 300;
/** Skills that are kept; a tree with more is no tree of skills. */
const SKILLS_MOST = 200_000;

const RULES = new Map(SKILL_RULES.map((rule) => [rule.id, rule]));
let scans = 0;

/** The skills of one thing that was opened: found, kept, followed. Paths stay here; the window has numbers. */
export class SkillCollection {
  readonly root: SkillRoot;
  readonly #token: Token;
  readonly #ports: SkillPorts;
  readonly #now: () => number;
  readonly #ids = new Map<string, SkillId>();
  /** By number, from 1. A skill that comes back has the number it had. */
  readonly #paths: string[] = [];
  readonly #tables = new Map<number, readonly ListedSkill[]>();
  #skills = new Map<string, ListedSkill>();
  #watch: ReturnType<SkillPorts['watch']> | null = null;
  #stop: AbortController | null = null;
  #state: SkillsSummary['state'] = 'checking';
  #error: SkillsSummary['error'] = null;
  #failures: Array<{ path: string; message: string }> = [];
  #folders = 0;
  #took: number | null = null;
  #changedAt: number | null = null;
  #advice = false;
  #lastTable = 0;
  /** Work on what changed, one after the other. */
  #turn: Promise<void> = Promise.resolve();
  #untold = new Set<SkillId>();
  #timer: NodeJS.Timeout | null = null;
  #disposed = false;

  constructor(token: Token, root: SkillRoot, ports: SkillPorts) {
    this.root = root;
    this.#token = token;
    this.#ports = ports;
    this.#now = ports.now ?? Date.now;
  }

  /** Begins to look and to follow. */
  start(): void {
    if (this.#watch !== null) return;
    this.#watch = this.#ports.watch(this.root, (changed) => this.#changed(changed));
    this.lookAtAll();
  }

  get advice(): boolean {
    return this.#advice;
  }

  setAdvice(advice: boolean): void {
    if (advice === this.#advice) return;
    this.#advice = advice;
    this.lookAtAll();
  }

  /** Looks at everything, again where it has before; rows that are there stay until it is done. */
  lookAtAll(): void {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.#state = 'checking';
    this.#inTurn(async () => {
      if (!stop.signal.aborted) await this.#lookAtAll(stop.signal);
    });
    this.#tellSoon();
  }

  stop(): void {
    if (this.#state !== 'checking') return;
    this.#stop?.abort();
    this.#state = 'stopped';
    this.#tellSoon();
  }

  dispose(): void {
    this.#disposed = true;
    this.#stop?.abort();
    this.#watch?.dispose();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  find(id: SkillId): ListedSkill | undefined {
    const path = this.#paths[id - 1];
    return path === undefined ? undefined : this.#skills.get(path);
  }

  /** A row for a skill as it was just judged. */
  listed(scanned: ScannedSkill): ListedSkill {
    const id = this.#ids.get(scanned.path) ?? this.#paths.push(scanned.path);
    this.#ids.set(scanned.path, id);
    return listedSkill(this.root, id, scanned);
  }

  makeTable(query: SkillQuery): { table: number; rows: number } {
    const rows = chosenSkills(this.#skills.values(), query);
    const table = ++this.#lastTable;
    this.#tables.set(table, rows);
    for (const old of [...this.#tables.keys()].slice(0, -TABLES)) this.#tables.delete(old);
    return { table, rows: rows.length };
  }

  table(number: number): readonly ListedSkill[] | undefined {
    return this.#tables.get(number);
  }

  summary(): SkillsSummary {
    const { rules, ...counts } = countSkills(this.#skills.values());
    return {
      kind: this.root.kind,
      state: this.#state,
      error: this.#error,
      folders: this.#folders,
      ...counts,
      rules: rules.map(({ id, skills }) => {
        const rule = RULES.get(id);
        return { id, title: rule?.title ?? id, severity: rule?.severity ?? 'info', skills };
      }),
      took: this.#took,
      failures: this.#failures.map(({ path, message }) => ({ path: showName(path), message: showName(message) })),
      watching: this.#watch?.isWatching ?? false,
      changedAt: this.#changedAt,
      advice: this.#advice,
    };
  }

  async #lookAtAll(signal: AbortSignal): Promise<void> {
    const began = this.#now();
    const before = this.#skills;
    const isFirst = before.size === 0;
    const found = new Map<string, ListedSkill>();
    this.#failures = [];
    this.#folders = 0;
    if (isFirst) this.#skills = found;
    const end = await this.#scan(null, signal, (batch) => {
      for (const scanned of batch.skills) if (found.size < SKILLS_MOST) found.set(scanned.path, this.listed(scanned));
      this.#note(batch);
      if (isFirst) this.#tellSoon();
    });
    if (this.#disposed || end === 'stopped') return;
    this.#error = end === 'done' ? null : end;
    // A row may be the same and the text behind it another one.
    for (const { row } of before.values()) this.#untold.add(row.id);
    this.#skills = found;
    this.#state = 'ready';
    this.#took = this.#now() - began;
    this.#tellSoon();
  }

  /** Runs a scan to its end, bit by bit. */
  async #scan(
    under: ScanInput['under'],
    signal: AbortSignal,
    take: (batch: ScanBatch) => void,
  ): Promise<'done' | 'stopped' | NonNullable<SkillsSummary['error']>> {
    const scan = ++scans;
    const input = { scan, root: this.root, under, advice: this.#advice };
    let error: ScanBatch['error'] = null;
    for (let begin = true; ; begin = false) {
      const batch = await this.#ports.front.ask('skillScan', { ...input, begin }, { limit: this.#ports.limit() });
      if (signal.aborted || this.#disposed) {
        void this.#ports.front.ask('skillScanEnd', { scan }, { limit: this.#ports.limit() });
        return 'stopped';
      }
      if (!batch.ok) return plain(batch.error);
      error ??= batch.value.error;
      take(batch.value);
      if (batch.value.done) return error === null ? 'done' : plain(error);
    }
  }

  #note({ failures, folders }: ScanBatch): void {
    this.#folders = Math.max(this.#folders, folders);
    this.#failures.push(...failures.slice(0, Math.max(0, FAILURES - this.#failures.length)));
  }

  #changed(changed: ReadonlySet<string>): void {
    this.#changedAt = this.#now();
    if (this.root.kind !== 'folder' || changed.has('')) this.lookAtAll();
    else this.#inTurn(() => this.#lookAt(affectedBy(changed, this.#skills, this.root)));
  }

  /** Looks at the parts that changed. */
  async #lookAt(looks: Looks): Promise<void> {
    if (looks === 'all') return this.lookAtAll();
    const never = new AbortController().signal;
    for (const under of looks.parts) {
      const found = new Map<string, ListedSkill>();
      let linked = false;
      const end = await this.#scan(under, never, (batch) => {
        for (const scanned of batch.skills) {
          found.set(scanned.path, this.listed(scanned));
          linked ||= scanned.linked;
        }
      });
      // Where links lead can only be told from the whole.
      if (linked) return this.lookAtAll();
      if (this.#disposed || end === 'stopped') return;
      this.#putPart(under.below, found);
    }
    const refs = looks.again.flatMap((path): SkillRef[] => {
      const known = this.#skills.get(path)?.scanned;
      return known === undefined ? [] : [known];
    });
    if (refs.length > 0) await this.#judge(refs);
    this.#tellSoon();
  }

  #putPart(below: string, found: ReadonlyMap<string, ListedSkill>): void {
    const next = new Map(this.#skills);
    for (const [path, skill] of this.#skills) {
      if (!isBelow(skill.below, below) || found.has(path)) continue;
      next.delete(path);
      this.#untold.add(skill.row.id);
    }
    for (const [path, skill] of found) {
      if (!isSame(this.#skills.get(path), skill)) this.#untold.add(skill.row.id);
      next.set(path, skill);
    }
    this.#skills = next;
    // That there is nothing left is said of the whole.
    if (next.size === 0) this.lookAtAll();
  }

  async #judge(refs: readonly SkillRef[]): Promise<void> {
    const plainRefs = refs.map(({ path, inside, closed }) => ({ path, inside, closed }));
    const input = { root: this.root, refs: plainRefs, advice: this.#advice };
    const judged = await this.#ports.front.ask('skillJudge', input, { limit: this.#ports.limit() });
    if (!judged.ok || this.#disposed) return;
    for (const scanned of judged.value) {
      const skill = this.listed(scanned);
      if (this.#skills.has(scanned.path)) this.#skills.set(scanned.path, skill);
      // Its row may be the same and its text another one.
      this.#untold.add(skill.row.id);
    }
  }

  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work, work);
  }

  /** Tells the window what there is now, not more often than it can show. */
  #tellSoon(): void {
    if (this.#timer !== null || this.#disposed) return;
    const wait = this.#state === 'checking' ? PACE : 0;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#disposed) return;
      const ids = this.#untold.size > NAMED ? null : [...this.#untold];
      this.#untold = new Set();
      this.#ports.tell('skills:changed', { token: this.#token, summary: this.summary(), ids });
    }, wait);
  }
}

const plain = ({ code, message, hint }: NonNullable<ScanBatch['error']>) =>
  hint === undefined ? { code, message: showName(message) } : { code, message: showName(message), hint };

const isSame = (a: ListedSkill | undefined, b: ListedSkill | undefined): boolean =>
  a !== undefined && b !== undefined && JSON.stringify(a.row) === JSON.stringify(b.row);

function listedSkill(root: SkillRoot, id: SkillId, scanned: ScannedSkill): ListedSkill {
  const below = belowRoot(root, scanned.path);
  const path = showName(below === '' ? root.shown : below);
  const { murmur09, murmur010, format, clients, unknown, clientCount, errors, warnings, notes, linked } = scanned;
  const row = {
    id,
    path,
    folder: path.slice(path.lastIndexOf('/') + 1),
    ...{ murmur09, murmur010, format, clients, unknown, clientCount, errors, warnings, notes, linked },
    standing: standingOf(scanned),
    inside: scanned.inside === null ? null : showName(belowRoot(root, scanned.inside) || root.shown),
  };
  const words = `${path}\n${scanned.name ?? ''}\n${scanned.rules.join('\n')}`.toLowerCase();
  return { row, scanned, below, words };
}
