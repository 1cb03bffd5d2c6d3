import { Copy, FileSearch, PackageOpen, Search, WrapText } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { TableRow } from '../../../../shared/contract/package';
import type { PackageSummary } from '../../../../shared/models/package';
import { copy } from '../../../app/app';
import { useCommands } from '../../../app/commands';
import { IconButton } from '../../../kit/Button';
import type { CodeHandle } from '../../../kit/code/CodeView';
import { bytes, exactBytes } from '../../../kit/format';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { Segments } from '../../../kit/Segments';
import { CloseDetail } from '../../../kit/SplitPane';
import { EmptyPanel } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import { isFlag } from '../../../memory';
import { type PackageModel, retry } from '../model';
import { texts } from '../texts';
import { copyEntryText } from './copy';
import { EntryDetails } from './EntryDetails';
import { Formed } from './Formed';
import { type FormId, formOf, isPackage } from './forms';
import { openInner } from './inner';
import { PreviewBody } from './PreviewBody';
import { jumped, reload, showAs, showFormed } from './store';

const words = texts.preview;

type Mode = 'text' | 'hex' | 'details' | FormId;

interface EntryPaneProps {
  readonly model: PackageModel;
  readonly summary: PackageSummary;
  readonly row: TableRow | null;
}

/** The selected entry: its content as text or hex, and what the directory says about it. */
export function EntryPane({ model, summary, row }: EntryPaneProps) {
  const preview = model.filePreview;
  const { page, as, formed, jump, target } = useStore(preview.store);
  const { memory } = model.app;
  const [details, setDetails] = useState(false);
  const [wrap, setWrap] = useState(() => memory.get('preview.wrap', isFlag, false));
  const [code, setCode] = useState<CodeHandle | null>(null);
  useCommands(
    useMemo(() => {
      const { group, find: title } = texts.commands;
      return [{ id: 'files.find', title, group, keys: 'Mod+F', run: () => code?.find() }];
    }, [code]),
  );
  useEffect(() => {
    if (jump) setDetails(false);
    if (!jump || !code || page?.kind !== 'text') return;
    code.jump(jump.line - page.firstLine + 1, jump.column);
    jumped(preview);
  }, [jump, code, page, preview]);
  if (!row) {
    return <EmptyPanel icon={FileSearch} title={texts.files.selectHint} />;
  }
  const { entry, folder } = row;
  const isFile = entry !== null && folder === null && entry.kind !== 'directory';
  const shown: 'text' | 'hex' = page?.kind ?? (as === 'hex' ? 'hex' : 'text');
  const form = page && isFile ? formOf(page) : null;
  const mode: Mode = details || !isFile ? 'details' : form !== null && formed && as !== 'hex' ? form : shown;
  const change = (next: Mode) => {
    setDetails(next === 'details');
    if (next === 'details') return;
    showFormed(preview, next !== 'text' && next !== 'hex');
    if (next === 'text' || next === 'hex') showAs(preview, next);
    else showAs(preview, 'auto');
  };
  return (
    <div className="panel @container flex-1">
      <div className="toolbar">
        <span className="flex min-w-0 flex-1 items-baseline gap-2">
          <MiddleEllipsis text={lastPart(row)} className="font-semibold" />
          <span className="hidden flex-none text-xs text-ink-3 @md:inline" data-tip={exactBytes(row.size)}>
            {folder ? texts.files.folder(folder.entries) : bytes(row.size)}
          </span>
        </span>
        {isFile && (
          <Segments
            label={words.mode}
            options={[
              ...(form ? [{ id: form, title: words.modes[form] }] : []),
              { id: 'text', title: words.modes.text },
              { id: 'hex', title: words.modes.hex },
              { id: 'details', title: words.modes.details },
            ]}
            value={mode}
            onChange={change}
          />
        )}
        <span className="flex flex-none">
          {isFile && page && isPackage(page) && (
            <IconButton icon={PackageOpen} label={words.openInner} onClick={() => void openInner(model, entry.index)} />
          )}
          {isFile && mode === 'text' && (
            <>
              <IconButton icon={Search} label={words.find} onClick={() => code?.find()} />
              <IconButton
                icon={WrapText}
                label={words.wrap}
                aria-pressed={wrap}
                onClick={() => {
                  memory.set('preview.wrap', !wrap);
                  setWrap(!wrap);
                }}
              />
            </>
          )}
          <IconButton
            icon={Copy}
            label={isFile && mode === 'text' ? texts.files.copyText : texts.files.copyPath}
            onClick={() => {
              if (isFile && mode === 'text') void copyEntryText(model, entry.index);
              else void copy(model.app, texts.files.copiedPath, entry?.name ?? row.key.slice(2));
            }}
          />
          <CloseDetail />
        </span>
      </div>
      {mode === 'details' ? (
        <EntryDetails model={model} summary={summary} row={row} />
      ) : page && mode === form && target?.kind === 'entry' ? (
        <Formed
          key={`${target.index}`}
          model={model}
          form={form}
          index={target.index}
          page={page}
          name={row.shown}
          onRetry={(error) => retry(model, error, () => reload(preview))}
        />
      ) : (
        <PreviewBody
          preview={preview}
          name={row.shown}
          wrap={wrap}
          code={setCode}
          onRetry={(error) => retry(model, error, () => reload(preview))}
          onCopy={(text) => void copy(model.app, 'details', text)}
        />
      )}
    </div>
  );
}

const lastPart = (row: TableRow): string => visible(row.shown).split('/').filter(Boolean).at(-1) ?? row.shown;
