import { errorJson, errorText } from '../core/report/errors';
import type { Paint } from '../core/report/paint';
import { githubAnnotation, githubFailure } from '../core/report/skill-github';
import { sarifEnd, sarifResult, sarifStart } from '../core/report/skill-sarif';
import { newTotals, skillText, totalsText } from '../core/report/skill-text';
import { isBad } from '../core/report/skill-words';
import type { SkillReport } from '../shared/models/skill';
import type { Failure } from '../shared/result';
import type { CliIo, OutputForm } from './command';
import { VERSION } from './version';

/** How `skill check` writes what it finds, as it finds it. */
export interface SkillWriter {
  start(): Promise<void>;
  skill(report: SkillReport): Promise<void>;
  /** An input without an answer; `unread` when it is missing or cannot be read. */
  failed(path: string, error: Failure, unread: boolean): Promise<void>;
  end(): Promise<void>;
}

/** The writer of one form. */
export function newSkillWriter(io: CliIo, form: OutputForm | 'sarif' | 'github', paint: Paint): SkillWriter {
  if (form === 'sarif') return sarifWriter(io);
  if (form === 'github') return githubWriter(io);
  return form === 'text' ? textWriter(io, paint) : jsonWriter(io, form);
}

const nothing = async () => {};

/** Text is held back for so many milliseconds and UTF-16 units at most: a write for each of a thousand skills is slow. */
const HELD_TIME = 20;
const HELD_LENGTH = 1 << 15;

/** Collects small writes into larger ones, in order. */
function pooled(io: CliIo): { write(text: string): Promise<void>; flush(): Promise<void> } {
  let held = '';
  let since = Date.now();
  const flush = async () => {
    const text = held;
    held = '';
    since = Date.now();
    if (text !== '') await io.write(text);
  };
  const write = async (text: string) => {
    held += text;
    if (held.length >= HELD_LENGTH || Date.now() - since >= HELD_TIME) await flush();
  };
  return { write, flush };
}

function textWriter(io: CliIo, paint: Paint): SkillWriter {
  const totals = newTotals();
  const pool = pooled(io);
  return {
    start: nothing,
    skill: async (report) => {
      totals.skills++;
      if (isBad(report)) totals.bad++;
      for (const { severity } of report.findings) {
        if (severity === 'error') totals.errors++;
        if (severity === 'warning') totals.warnings++;
      }
      await pool.write(skillText(report, paint));
    },
    failed: async (path, error) => {
      await pool.flush();
      io.complain(`${path}: ${errorText(error)}`);
    },
    end: async () => {
      if (totals.skills > 1) await pool.write(`\n${totalsText(totals)}`);
      await pool.flush();
    },
  };
}

function jsonWriter(io: CliIo, form: 'json' | 'jsonl'): SkillWriter {
  let count = 0;
  const pool = pooled(io);
  const write = (answer: unknown) => {
    const text = JSON.stringify(answer);
    count++;
    return pool.write(form === 'jsonl' ? `${text}\n` : `${count === 1 ? '\n' : ',\n'}${text}`);
  };
  return {
    start: async () => {
      if (form === 'json') await pool.write('[');
    },
    skill: write,
    failed: (path, error, unread) => write({ path, ...(unread ? { ok: false } : {}), error: errorJson(error) }),
    end: async () => {
      if (form === 'json') await pool.write(count > 0 ? '\n]\n' : ']\n');
      await pool.flush();
    },
  };
}

function sarifWriter(io: CliIo): SkillWriter {
  const failures: Array<{ path: string; error: Failure }> = [];
  let count = 0;
  return {
    start: () => io.write(sarifStart(VERSION)),
    skill: async ({ findings }) => {
      const results = findings.map((finding) => `${count++ === 0 ? '\n' : ',\n'}${sarifResult(finding)}`);
      if (results.length > 0) await io.write(results.join(''));
    },
    failed: async (path, error) => {
      failures.push({ path, error });
      io.complain(`${path}: ${errorText(error)}`);
    },
    end: () => io.write(sarifEnd(failures)),
  };
}

function githubWriter(io: CliIo): SkillWriter {
  return {
    start: nothing,
    skill: async ({ findings }) => {
      if (findings.length > 0) await io.write(findings.map(githubAnnotation).join(''));
    },
    failed: async (path, error) => {
      await io.write(githubFailure(path, error));
      io.complain(`${path}: ${errorText(error)}`);
    },
    end: nothing,
  };
}
