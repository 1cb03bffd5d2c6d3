import { ChevronDown, Copy, RotateCw, Save } from 'lucide-react';
import type { PackageSummary } from '../../../shared/models/package';
import { copy } from '../../app/app';
import type { Doc } from '../../app/shell';
import { IconButton } from '../../kit/Button';
import { Chip, severityCounts, VERDICT_TONES } from '../../kit/Chip';
import { bytes, exactBytes, shortDigest } from '../../kit/format';
import { MenuButton } from '../../kit/Menu';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { Skeleton } from '../../kit/States';
import { visible } from '../../kit/visible';
import { InstalledChips } from '../registry/Installed';
import { countsOf, type PackageModel, type PackageState, readDigest } from './model';
import { copyReport, FORMATS, saveReport } from './reports';
import { texts } from './texts';

const words = texts.header;

interface HeaderProps {
  readonly doc: Doc;
  readonly model: PackageModel;
  readonly state: PackageState;
}

/** What it is, how big, and the verdict: the answer before any detail. Everything keeps its place while it arrives. */
export function Header({ doc, model, state }: HeaderProps) {
  const { summary } = state;
  return (
    <header className="@container flex-none px-5 pt-3">
      <div className="flex h-8 items-center gap-2.5">
        {summary ? <Title summary={summary} doc={doc} /> : <TitleWaiting doc={doc} />}
        <span className="flex-1" />
        <Report model={model} disabled={!summary} />
      </div>
      {/* One line, on a narrow window two, from the start: what arrives later must not push the tabs down. */}
      <div className="mt-0.5 flex min-h-12 flex-wrap content-start items-center gap-x-4.5 text-sm text-ink-2 @3xl:min-h-6 @3xl:flex-nowrap">
        {summary ? <Facts summary={summary} model={model} /> : <Skeleton width={280} />}
        {summary && <BuildInfo summary={summary} />}
        <Digest model={model} digest={state.digest} />
      </div>
    </header>
  );
}

function TitleWaiting({ doc }: { doc: Doc }) {
  return (
    <h1 className="min-w-0 text-xl font-[620] tracking-tight">
      <MiddleEllipsis text={doc.title} />
    </h1>
  );
}

function Title({ summary, doc }: { summary: PackageSummary; doc: Doc }) {
  const { manifest, payload, verdict } = summary;
  const counts = countsOf(summary.findings);
  const problems = severityCounts({ ...counts, info: 0 });
  return (
    <>
      <h1 className="flex min-w-0 items-baseline gap-2.5">
        <MiddleEllipsis
          text={'error' in manifest ? doc.name : manifest.name}
          className="text-xl font-[620] tracking-tight"
        />
        {'error' in manifest ? null : <MiddleEllipsis text={manifest.version} className="text-lg text-ink-2" />}
      </h1>
      {'error' in manifest ? (
        <Chip tone="error" tip={visible(manifest.error.message)}>
          {words.noManifest}
        </Chip>
      ) : (
        <Chip>{visible(manifest.runtime)}</Chip>
      )}
      {'error' in payload ? (
        <Chip tone="error" tip={visible(payload.error.message)}>
          {words.noPayload}
        </Chip>
      ) : (
        !('runtime' in manifest && manifest.runtime === payload.kind) && <Chip>{payload.kind}</Chip>
      )}
      <Chip tone={VERDICT_TONES[verdict]}>{problems || words.noProblems}</Chip>
      <InstalledChips token={doc.id} />
    </>
  );
}

function Facts({ summary, model }: { summary: PackageSummary; model: PackageModel }) {
  return (
    <>
      <span className="flex min-w-24 items-center gap-0.5">
        <MiddleEllipsis text={summary.label} className="font-[550] text-ink" />
        <IconButton
          icon={Copy}
          label={words.copyLabel}
          className="btn-small"
          onClick={() => void copy(model.app, 'label', summary.label)}
        />
      </span>
      <span className="whitespace-nowrap" data-tip={exactBytes(summary.bytes)}>
        {bytes(summary.bytes)} {words.packed},{' '}
        <span className="font-[550] text-ink" data-tip={exactBytes(summary.totals.unpacked)}>
          {bytes(summary.totals.unpacked)}
        </span>{' '}
        {words.unpacked}
      </span>
      <span className="whitespace-nowrap" data-tip={words.entriesTip(summary.entryCount, summary.recordCount)}>
        {words.entries(summary.entryCount)}
      </span>
    </>
  );
}

function BuildInfo({ summary }: { summary: PackageSummary }) {
  const info = summary.buildInfo;
  if (info === null) return <span className="whitespace-nowrap">{words.noBuildInfo}</span>;
  if ('error' in info)
    return (
      <Chip tone="error" tip={visible(info.error.message)}>
        {words.brokenBuildInfo}
      </Chip>
    );
  return <span className="whitespace-nowrap">{words.buildLevel(info.builtAtLevel)}</span>;
}

/** The digest in a place of fixed width, so that its arrival moves nothing. */
function Digest({ model, digest }: { model: PackageModel; digest: PackageState['digest'] }) {
  return (
    <span className="flex h-6 w-54 flex-none items-center gap-1.5">
      <span className="text-ink-3">{words.digest}</span>
      {digest.state === 'done' ? (
        <>
          <code data-tip={digest.value}>{shortDigest(digest.value)}</code>
          <IconButton
            icon={Copy}
            label={words.copyDigest}
            className="btn-small"
            onClick={() => void copy(model.app, words.digest, digest.value)}
          />
        </>
      ) : digest.state === 'failed' ? (
        <>
          <span className="text-error" data-tip={visible(digest.error.message)}>
            {words.digestFailed}
          </span>
          <IconButton
            icon={RotateCw}
            label={words.digestRetry}
            className="btn-small"
            onClick={() => void readDigest(model)}
          />
        </>
      ) : (
        <span className="text-ink-3">{words.digestReading(percentOf(digest))}</span>
      )}
    </span>
  );
}

const percentOf = (digest: PackageState['digest']): number | null =>
  digest.state === 'running' && digest.total > 0 ? Math.floor((digest.done / digest.total) * 100) : null;

function Report({ model, disabled }: { model: PackageModel; disabled: boolean }) {
  const { formats, copy: copyAs, save } = texts.report;
  if (disabled) return <span className="h-6.5 w-21" />;
  return (
    <MenuButton
      label={texts.report.label}
      items={[
        FORMATS.map((format) => ({
          id: `copy-${format}`,
          title: copyAs(formats[format]),
          icon: Copy,
          ...(format === 'text' ? { keys: 'Mod+Shift+C' } : {}),
          run: () => void copyReport(model, format),
        })),
        FORMATS.map((format) => ({
          id: `save-${format}`,
          title: save(formats[format]),
          icon: Save,
          ...(format === 'text' ? { keys: 'Mod+S' } : {}),
          run: () => void saveReport(model, format),
        })),
      ]}
    >
      {texts.report.button}
      <ChevronDown size={13} aria-hidden />
    </MenuButton>
  );
}
