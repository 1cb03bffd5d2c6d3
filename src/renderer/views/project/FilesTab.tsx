import { Copy, FileText } from 'lucide-react';
import { useEffect } from 'react';
import type { ManifestFileRow } from '../../../shared/models/package';
import { Button } from '../../kit/Button';
import { Chip } from '../../kit/Chip';
import { CodeView } from '../../kit/code/CodeView';
import type { Column } from '../../kit/grid/types';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { RowsAndDetail } from '../../kit/RowsAndDetail';
import { CloseDetail } from '../../kit/SplitPane';
import { EmptyPanel, EmptyState, ErrorState } from '../../kit/States';
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
  const at = Math.min(state.file, manifestFiles.length - 1);
  useEffect(() => chooseFile(model, model.store.getState().file), [model]);
  return (
    <RowsAndDetail
      name="project.files"
      memory={model.app.memory}
      label={words.label}
      detailLabel={words.detail}
      share={0.6}
      actions={
        <Button icon={Copy} onClick={() => void copyFiles(model)}>
          {words.copy}
        </Button>
      }
      columns={columns}
      rows={manifestFiles}
      active={at}
      onChoose={(_, index) => chooseFile(model, index)}
      wordOf={({ key }) => key}
      detail={<Detail model={model} file={manifestFiles[at]} at={at} shown={state.fileText} />}
      none={<EmptyPanel icon={FileText} title={words.none} text={words.noneText} />}
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
