import { Box, PackageOpen, ShieldCheck } from 'lucide-react';
import type { ArtifactPlace, LockState, ProjectArtifact } from '../../../shared/models/project';
import { Button } from '../../kit/Button';
import { Chip, type Tone } from '../../kit/Chip';
import { Cut } from '../../kit/Cut';
import { NOTHING } from '../../kit/format';
import type { Column } from '../../kit/grid/types';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { RowsAndDetail } from '../../kit/RowsAndDetail';
import { Scroll } from '../../kit/Scroll';
import { CloseDetail } from '../../kit/SplitPane';
import { EmptyPanel, EmptyState } from '../../kit/States';
import { visible } from '../../kit/visible';
import { DigestChip } from '../registry/DigestChip';
import { FindingList } from '../registry/FindingList';
import { cancelVerify, openArtifact, type ProjectModel, verify } from './model';
import type { TabProps } from './ProjectView';
import { texts } from './texts';

const words = texts.artifacts;

const PLACE_TONES: Readonly<Record<ArtifactPlace, Tone>> = {
  project: 'ok',
  global: 'ok',
  missing: 'error',
  'local-source': 'plain',
};
const LOCK_TONES: Readonly<Record<LockState, Tone>> = {
  agrees: 'ok',
  'other-version': 'error',
  'other-digest': 'error',
  'not-locked': 'warning',
  'not-checked': 'plain',
  'no-lock': 'plain',
  'not-needed': 'plain',
};

const columns: readonly Column<ProjectArtifact>[] = [
  {
    id: 'name',
    title: words.columns.name,
    width: 170,
    grow: 3,
    cell: ({ name }) =>
      name === '' ? <span className="text-ink-3">{words.noName}</span> : <MiddleEllipsis text={name} />,
  },
  {
    id: 'version',
    title: words.columns.version,
    width: 80,
    cell: ({ version }) => <Cut text={version ?? NOTHING} className={version === null ? 'text-ink-3' : ''} />,
  },
  {
    id: 'runtime',
    title: words.columns.runtime,
    width: 66,
    drop: 2,
    cell: ({ runtime }) => <Cut text={runtime ?? NOTHING} className="text-ink-2" />,
  },
  { id: 'place', title: words.columns.place, width: 108, cell: (artifact) => <PlaceChip artifact={artifact} /> },
  {
    id: 'digest',
    title: words.columns.digest,
    width: 92,
    drop: 1,
    cell: ({ digest }) => digest !== null && <DigestChip state={digest} at={null} />,
  },
  { id: 'lock', title: words.columns.lock, width: 116, cell: (artifact) => <LockChip artifact={artifact} /> },
];

function PlaceChip({ artifact: { place } }: { artifact: ProjectArtifact }) {
  return (
    <Chip tone={PLACE_TONES[place]} tip={texts.placeTips[place]}>
      {texts.places[place]}
    </Chip>
  );
}

function LockChip({ artifact: { lock, locked } }: { artifact: ProjectArtifact }) {
  if (lock === 'not-needed')
    return (
      <span className="text-ink-3" data-tip={texts.lockTips[lock]}>
        {NOTHING}
      </span>
    );
  return (
    <Chip tone={LOCK_TONES[lock]} tip={texts.lockTips[lock]}>
      {lock === 'other-version' && locked !== null ? words.facts.pins(visible(locked)) : texts.locks[lock]}
    </Chip>
  );
}

/** What is declared, against the stores and the lock file. */
export function ArtifactsTab({ model, state, project }: TabProps) {
  const { artifacts } = project;
  const at = Math.min(state.artifact, artifacts.length - 1);
  return (
    <RowsAndDetail
      name="project"
      memory={model.app.memory}
      label={words.label}
      detailLabel={words.detail}
      share={0.62}
      actions={<Verify model={model} running={state.verifying} />}
      columns={columns}
      rows={artifacts}
      active={at}
      onChoose={(_, index) => model.store.setState({ artifact: index })}
      onEnter={({ key, index }, showDetail) => (key === null ? showDetail() : void openArtifact(model, index))}
      wordOf={({ name }) => name}
      detail={<Detail model={model} artifact={artifacts[at]} />}
      none={<EmptyPanel icon={Box} title={words.none} text={words.noneText} />}
    />
  );
}

function Verify({ model, running }: { model: ProjectModel; running: boolean }) {
  if (running)
    return (
      <>
        <span className="text-sm text-ink-2" role="status">
          {words.verifying}
        </span>
        <Button onClick={() => cancelVerify(model)}>{words.cancel}</Button>
      </>
    );
  return (
    <Button icon={ShieldCheck} data-tip={words.verifyTip} onClick={() => void verify(model)}>
      {words.verify}
    </Button>
  );
}

function Detail({ model, artifact }: { model: ProjectModel; artifact: ProjectArtifact | undefined }) {
  if (!artifact) return <div className="panel flex-1">{<EmptyState title={words.hint} />}</div>;
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <span className="flex min-w-0 flex-1 items-baseline gap-2">
          <MiddleEllipsis text={artifact.name || words.noName} className="font-semibold" />
        </span>
        <Button
          icon={PackageOpen}
          disabled={artifact.key === null}
          onClick={() => void openArtifact(model, artifact.index)}
        >
          {words.open}
        </Button>
        <CloseDetail />
      </div>
      <Scroll label={words.inFull} className="px-4 py-3.5">
        <Facts artifact={artifact} />
        <h2 className="mt-4 text-xs font-[550] text-ink-3">{words.findings}</h2>
        {artifact.findings.length === 0 ? (
          <p className="mt-1 text-ink-2">{words.noFindings}</p>
        ) : (
          <FindingList findings={artifact.findings} />
        )}
      </Scroll>
    </div>
  );
}

function Facts({ artifact }: { artifact: ProjectArtifact }) {
  const { version, place, source, installed, lock, locked, digest } = artifact;
  const names = words.facts;
  return (
    <dl className="facts !grid-cols-[7rem_minmax(0,1fr)] !p-0">
      <dt>{names.version}</dt>
      <dd>{visible(version ?? NOTHING)}</dd>
      <dt>{names.place}</dt>
      <dd>
        {texts.places[place]}
        <span className="block text-ink-3">{texts.placeTips[place]}</span>
      </dd>
      {source !== null && (
        <>
          <dt>{names.source}</dt>
          <dd className="font-mono [overflow-wrap:anywhere]">{visible(source)}</dd>
        </>
      )}
      {place !== 'local-source' && (
        <>
          <dt>{names.installed}</dt>
          <dd>{installed.map(visible).join(', ') || NOTHING}</dd>
        </>
      )}
      {digest !== null && (
        <>
          <dt>{names.digest}</dt>
          <dd>
            <DigestChip state={digest} at={null} />
          </dd>
        </>
      )}
      <dt>{names.lock}</dt>
      <dd>
        {texts.locks[lock]}
        {locked !== null && `, ${names.pins(visible(locked))}`}
        <span className="block text-ink-3">{texts.lockTips[lock]}</span>
      </dd>
    </dl>
  );
}
