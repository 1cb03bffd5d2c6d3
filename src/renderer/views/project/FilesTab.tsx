import { Copy, FileText } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { ManifestFileRow } from '../../../shared/models/package';
import { Button } from '../../kit/Button';
import { Chip } from '../../kit/Chip';
import { CodeView } from '../../kit/code/CodeView';
import { TreeGrid } from '../../kit/grid/TreeGrid';
import { type Column, rowsOf } from '../../kit/grid/types';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { CloseDetail, SplitPane } from '../../kit/SplitPane';
import { EmptyState, ErrorState } from '../../kit/States';
import { visible } from '../../kit/visible';
import { chooseFile, copyFiles, type ProjectModel, readFile, type Shown } from './model';
import type { TabProps } from './ProjectView';
import { texts } from './texts';

const words = texts.files;

const columns: readonly Column<ManifestFileRow>[] = [
  { id: 'key', title: words.columns.key, width: 220, grow: 3, cell: ({ key }) => <MiddleEllipsis text={key} /> },
  {
    id: 'declared',
    title: words.columns.declared,
    width: 130,
    grow: 2,
    drop: 1,
    cell: ({ declared }) => <MiddleEllipsis text={declared} className="font-mono" />,
  },
  {
    id: 'resolved',
    title: words.columns.resolved,
    width: 150,
    grow: 3,
    drop: 2,
    cell: ({ resolved }) => <MiddleEllipsis text={resolved} className="font-mono text-ink-2" />,
  },
  {
    id: 'state',
    title: words.columns.state,
    width: 84,
    cell: ({ found, reason }) =>
      found ? (
        <Chip tone="ok">{words.found}</Chip>
      ) : (
        <Chip tone="error" {...(reason ? { tip: visible(reason) } : {})}>
          {words.missing}
        </Chip>
      ),
  },
];

/** Where each path of the manifest leads, and whether something is there. */
export function FilesTab({ model, state, project }: TabProps) {
  const { manifestFiles } = project;
  const [open, setOpen] = useState(false);
  const rows = useMemo(() => rowsOf(manifestFiles), [manifestFiles]);
  const at = Math.min(state.file, manifestFiles.length - 1);
  useEffect(() => chooseFile(model, model.store.getState().file), [model]);
  if (manifestFiles.length === 0)
    return (
      <div className="panel flex-1">
        <EmptyState icon={FileText} title={words.none}>
          <p>{words.noneText}</p>
        </EmptyState>
      </div>
    );
  return (
    <SplitPane
      name="project.files"
      memory={model.app.memory}
      detailLabel={words.detail}
      share={0.6}
      open={open}
      onClose={() => setOpen(false)}
      list={
        <section className="panel flex-1" aria-label={words.label}>
          <div className="toolbar">
            <span className="flex-1 text-sm font-semibold">{words.label}</span>
            <Button icon={Copy} onClick={() => void copyFiles(model)}>
              {words.copy}
            </Button>
          </div>
          <TreeGrid
            label={words.label}
            columns={columns}
            rows={rows}
            active={at}
            onActive={(index, by) => {
              chooseFile(model, index);
              if (by === 'pointer') setOpen(true);
            }}
            onEnter={() => setOpen(true)}
            wordOf={({ key }) => key}
          />
        </section>
      }
      detail={<Detail model={model} file={manifestFiles[at]} at={at} shown={state.fileText} />}
    />
  );
}

interface DetailProps {
  readonly model: ProjectModel;
  readonly file: ManifestFileRow | undefined;
  readonly at: number;
  readonly shown: Shown | null;
}

function Detail({ model, file, at, shown }: DetailProps) {
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <span className="flex min-w-0 flex-1">
          {file && <MiddleEllipsis text={file.declared} className="font-semibold" />}
        </span>
        <CloseDetail />
      </div>
      {file ? <Text model={model} file={file} at={at} shown={shown} /> : <EmptyState title={words.hint} />}
    </div>
  );
}

function Text({ model, file, at, shown }: DetailProps & { file: ManifestFileRow }) {
  if (!file.found)
    return (
      <EmptyState title={words.missing}>
        <p className="text-error [overflow-wrap:anywhere]">{visible(file.reason ?? '')}</p>
        <code className="text-ink-2 [overflow-wrap:anywhere]">{visible(file.resolved)}</code>
      </EmptyState>
    );
  if (shown?.error)
    return <ErrorState title={words.failed} error={shown.error} onRetry={() => void readFile(model, at)} />;
  if (shown?.text !== null && shown?.text !== undefined)
    return <CodeView text={shown.text} language={languageOf(file.declared)} label={visible(file.declared)} wrap />;
  return (
    <EmptyState title={words.found} actions={<Button onClick={() => void readFile(model, at)}>{words.read}</Button>}>
      {file.base === 'host-path' && <p>{words.host}</p>}
      <code className="[overflow-wrap:anywhere]">{visible(file.resolved)}</code>
    </EmptyState>
  );
}

const languageOf = (path: string) => (/\.ya?ml$/i.test(path) ? 'yaml' : /\.json$/i.test(path) ? 'json' : 'markdown');
