import type { ReactNode } from 'react';
import type { TableRow } from '../../../../shared/contract/package';
import type { PackageSummary } from '../../../../shared/models/package';
import { useApp } from '../../../app/app';
import { ruleOf } from '../../../app/shell';
import { Dot, SEVERITY_WORDS } from '../../../kit/Chip';
import { exactBytes, integer, NOTHING, percent } from '../../../kit/format';
import { Scroll } from '../../../kit/Scroll';
import { visible } from '../../../kit/visible';
import { selectFinding } from '../findings/actions';
import type { PackageModel } from '../model';
import { methodName, texts } from '../texts';

const words = texts.details;

/** Everything the directory says about a row, and the findings about it. */
export function EntryDetails({ model, summary, row }: { model: PackageModel; summary: PackageSummary; row: TableRow }) {
  const { entry, folder } = row;
  const shell = useApp().shell;
  const findings = entry ? summary.findings.filter((finding) => finding.index === entry.index) : [];
  return (
    <Scroll label={words.label}>
      <dl className="facts pt-3">
        <Fact name={words.name}>
          <bdi>{visible(entry?.name ?? row.key.slice(2))}</bdi>
        </Fact>
        {entry?.nameBytes !== undefined && (
          <Fact name={words.raw}>
            <code>{entry.nameBytes}</code>
          </Fact>
        )}
        {entry && entry.safeName !== entry.name && (
          <Fact name={words.safe}>
            {entry.safeName === null ? (
              <span className="text-error">{words.noSafe}</span>
            ) : (
              <bdi>{visible(entry.safeName)}</bdi>
            )}
          </Fact>
        )}
        <Fact name={words.kind}>
          {folder ? texts.files.folder(folder.entries) : words.kinds[entry?.kind ?? 'file']}
        </Fact>
        <Fact name={words.size}>{exactBytes(row.size)}</Fact>
        <Fact name={words.packed}>
          {exactBytes(row.packed)}
          <span className="text-ink-3"> ({percent(row.packed, row.size)})</span>
        </Fact>
        {entry && (
          <>
            <Fact name={words.method}>{methodName(entry.method)}</Fact>
            <Fact name={words.modified}>{entry.modified?.replace('T', ' ') ?? words.noDate}</Fact>
            <Fact name={words.crc}>
              <code>{entry.crc32}</code>
            </Fact>
            {entry.encrypted && <Fact name={words.encrypted}>{words.yes}</Fact>}
            <Fact name={words.index}>{integer(entry.index)}</Fact>
            {!folder && <Fact name={words.readBy}>{entry.readBy.join(', ') || words.nobody}</Fact>}
          </>
        )}
      </dl>
      {findings.length > 0 && (
        <section aria-label={words.findings} className="border-t border-line">
          <h3 className="panel-title">{words.findings}</h3>
          {findings.map((finding) => {
            const rule = ruleOf(shell.getState(), finding.id);
            return (
              <button
                key={finding.id + finding.message}
                type="button"
                className="finding-line border-t border-line-soft"
                onClick={() => selectFinding(model, finding)}
              >
                <span className="flex h-4.5 items-center justify-center">
                  <Dot tone={finding.severity} label={SEVERITY_WORDS[finding.severity].one} />
                </span>
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="block font-[570]">{visible(finding.message)}</span>
                  <span className="block text-ink-2">{rule ? `${rule.meaning} ${rule.action}` : NOTHING}</span>
                </span>
              </button>
            );
          })}
        </section>
      )}
    </Scroll>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
