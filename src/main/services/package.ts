import { basename, dirname, join } from 'node:path';
import { showName } from '../../core/text/visible';
import type { Opened, Token } from '../../shared/contract/app';
import { err, ok } from '../../shared/result';
import type { Desk } from '../desk';
import type { Handlers } from '../ipc';
import type { AskOptions } from '../worker/reader-process';
import type { ReportForm } from '../worker/report';
import { chooseSavePath } from './dialogs';
import { type OpenPackage, type OpenPackages, onPackage, replaced } from './open-packages';

type PackageCalls = Omit<
  Pick<Handlers, Extract<keyof Handlers, `package:${string}`>>,
  'package:save-entries' | 'package:names' | 'package:follow' | 'package:drag-prepare' | 'package:drag-start'
>;

export const FORMS: Readonly<Record<ReportForm, { readonly kind: string; readonly extension: string }>> = {
  text: { kind: 'Text', extension: 'txt' },
  json: { kind: 'JSON', extension: 'json' },
  markdown: { kind: 'Markdown', extension: 'md' },
};

/** What the package view asks for. Main only knows what is open and who to ask; readers do the reading. */
export function packageService(desk: Desk, packages: OpenPackages): PackageCalls {
  const { tokens, settings } = desk;
  const { front, background, aside } = desk.reading;

  const on = onPackage(desk, packages);
  const within = (signal: AbortSignal): AskOptions => ({ limit: desk.reading.limit, signal });

  const withProgress = (token: Token, what: 'digest' | 'check', signal: AbortSignal): AskOptions => ({
    ...within(signal),
    onProgress: (done, total) => desk.tell('package:progress', { token, what, done, total }),
  });

  /** A fresh front reader is first told what the check found. */
  async function adopt(open: OpenPackage): Promise<void> {
    if (open.check === null || open.adoptedBy === front.generation) return;
    open.adoptedBy = front.generation;
    await front.ask('adopt', { ref: open.ref, check: open.check }, { limit: desk.reading.limit });
  }

  return {
    'package:open': ([token], { signal }) =>
      on(token, async (open) => {
        const opened = await front.ask('open', { ref: { ...open.ref, identity: null } }, within(signal));
        if (!opened.ok) return opened;
        open.opened(opened.value.identity);
        packages.watch(token, open);
        return ok({ ...opened.value.summary, sha256: open.sha256 });
      }),

    'package:digest': ([token], { signal }) =>
      on(token, async (open) => {
        const digest = await background.ask('digest', { ref: open.ref }, withProgress(token, 'digest', signal));
        if (!digest.ok) return digest;
        open.opened(digest.value.identity);
        open.sha256 = digest.value.sha256;
        return ok({ sha256: digest.value.sha256 });
      }),

    'package:check': ([token, { read }], { signal }) =>
      on(token, async (open) => {
        const checked = await background.ask('check', { ref: open.ref, read }, withProgress(token, 'check', signal));
        if (!checked.ok) return checked;
        open.opened(checked.value.identity);
        open.check = checked.value.check;
        open.adoptedBy = null;
        await adopt(open);
        return ok({ ...checked.value.summary, sha256: open.sha256 });
      }),

    'package:table': ([token, query], { signal }) =>
      on(token, async (open) => {
        const table = packages.newTable(open, query);
        const made = await front.ask('table', { ref: open.ref, table }, within(signal));
        return made.ok ? ok({ table: table.number, ...made.value }) : made;
      }),

    'package:rows': ([token, number, start, count], { signal }) =>
      on(token, async (open) => {
        const table = open.tables.get(number);
        if (!table) return err(replaced);
        await adopt(open);
        return front.ask('rows', { ref: open.ref, table, start, count }, within(signal));
      }),

    'package:row-of': ([token, number, key], { signal }) =>
      on(token, async (open) => {
        const table = open.tables.get(number);
        if (!table) return err(replaced);
        return front.ask('rowOf', { ref: open.ref, table, key }, within(signal));
      }),

    'package:find-row': ([token, number, word, from], { signal }) =>
      on(token, async (open) => {
        const table = open.tables.get(number);
        if (!table) return err(replaced);
        return front.ask('findRow', { ref: open.ref, table, word, from }, within(signal));
      }),

    'package:row': ([token, key], { signal }) =>
      on(token, (open) => front.ask('row', { ref: open.ref, key }, within(signal))),

    'package:treemap': ([token, query], { signal }) =>
      on(token, (open) => front.ask('treemap', { ref: open.ref, query }, within(signal))),

    'package:preview': ([token, index, ask], { signal }) =>
      on(token, (open) =>
        front.ask('preview', { ref: open.ref, index, ask, limit: settings.now.entryLimit }, within(signal)),
      ),

    'package:image': ([token, index], { signal }) =>
      on(token, (open) => front.ask('image', { ref: open.ref, index }, within(signal))),

    'package:wasm': ([token, index], { signal }) =>
      on(token, (open) => front.ask('wasm', { ref: open.ref, index }, within(signal))),

    'package:open-inner': ([token, index], { signal }) =>
      on<Opened>(token, async (open) => {
        const inner = [...open.inner, index];
        const opened = await front.ask('open', { ref: { ...open.ref, inner } }, within(signal));
        if (!opened.ok) return opened;
        const { file } = opened.value.summary;
        const path = showName(file);
        const given = tokens.give('package', open.path, inner);
        return ok({ kind: 'package', token: given.token, name: showName(basename(file)), path, also: [] });
      }),

    'package:manifest-file': ([token, row], { signal }) =>
      on(token, (open) => front.ask('manifestFile', { ref: open.ref, row }, within(signal))),

    'package:config': ([token, row], { signal }) =>
      on(token, (open) => front.ask('config', { ref: open.ref, row }, within(signal))),

    'package:manifest-files-text': ([token], { signal }) =>
      on(token, (open) => front.ask('manifestFilesText', { ref: open.ref }, within(signal))),

    'package:report': ([token, form], { signal }) =>
      on(token, (open) => background.ask('report', { ref: open.ref, form }, withProgress(token, 'digest', signal))),

    'package:save-report': ([token, form], { signal }) =>
      on<{ saved: string | null }>(token, async (open) => {
        const { kind, extension } = FORMS[form];
        const to = await chooseSavePath(desk.window(), reportPath(open.path, extension), kind, extension);
        if (to === null) return ok({ saved: null });
        const options = withProgress(token, 'digest', signal);
        const saved = await background.ask('saveReport', { ref: open.ref, form, to }, options);
        return saved.ok ? ok({ saved: showName(to) }) : saved;
      }),

    'package:close': ([token]) =>
      on(token, async ({ path, inner }) => {
        tokens.release(token);
        packages.forget(token);
        for (const reader of [front, background, aside]) {
          // Nobody waits for it, and no process is started for it.
          if (reader.isRunning) void reader.ask('close', { path, inner }, { limit: desk.reading.limit });
        }
        return ok(null);
      }),
  };
}

/** Beside the package, named after it. */
const reportPath = (path: string, extension: string) =>
  join(dirname(path), `${basename(path).replace(/(\.mur)?\.zip$/i, '')}-report.${extension}`);
