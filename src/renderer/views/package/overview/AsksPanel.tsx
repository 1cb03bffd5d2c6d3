import { useMemo } from 'react';
import type { Finding } from '../../../../shared/models/finding';
import type { Grant, PackageSummary } from '../../../../shared/models/package';
import { Dot, SEVERITY_WORDS } from '../../../kit/Chip';
import { NOTHING } from '../../../kit/format';
import { visible } from '../../../kit/visible';
import { texts } from '../texts';
import { type AskRow, asksOf, type Interfaces } from './asks';

const words = texts.overview;

/** What the manifest grants beside what the payload can ask for, subject by subject. */
export function AsksPanel({ summary }: { summary: PackageSummary }) {
  const imports = importsOf(summary);
  const asks = useMemo(() => asksOf(summary.grants, importsOf(summary), summary.findings), [summary]);
  const why = reasonForNone(summary);
  return (
    <section className="panel" aria-label={words.asks}>
      <h2 className="panel-title">
        {words.asks} <small>{words.asksNote(imports.length)}</small>
      </h2>
      {asks.rows.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col" className="w-25">
                {words.group}
              </th>
              <th scope="col" className="w-[36%]">
                {words.granted}
              </th>
              <th scope="col">{words.asked}</th>
            </tr>
          </thead>
          <tbody>
            {asks.rows.map((row) => (
              <AskRows key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
      <div className="flex flex-col gap-1 border-t border-line-soft px-3.5 py-2.5 text-sm text-ink-2">
        {asks.findings.map((finding) => (
          <Note key={finding.message} finding={finding} />
        ))}
        {imports.length > 0 && asks.notAsked.length > 0 && <p>Not asked for: {asks.notAsked.join(', ')}.</p>}
        {why && <p>{why}</p>}
        {summary.grants.length === 0 && <p>{words.noGrants}</p>}
      </div>
    </section>
  );
}

function AskRows({ row }: { row: AskRow }) {
  return (
    <>
      <tr data-noted={row.findings.length > 0 || undefined}>
        <th scope="row">{row.title}</th>
        <td>
          {row.granted.length > 0
            ? row.granted.map((grant) => <GrantLine key={grantKey(grant)} grant={grant} />)
            : NOTHING}
        </td>
        <td>
          {row.asked.length > 0
            ? row.asked.map((line) => <AskLine key={line.from + line.version} line={line} />)
            : NOTHING}
        </td>
      </tr>
      {row.findings.length > 0 && (
        <tr>
          <td />
          <td colSpan={2}>
            {row.findings.map((finding) => (
              <Note key={finding.message} finding={finding} />
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

const grantKey = (grant: Grant): string => `${grant.artifact} ${grant.key}`;

function GrantLine({ grant }: { grant: Grant }) {
  return (
    <div>
      <code>{visible(grant.key)}</code>
      {grant.values.length > 0 && <span> {grant.values.map(visible).join(', ')}</span>}
      {grant.artifact !== null && <div className="text-xs text-ink-3">for {visible(grant.artifact)}</div>}
    </div>
  );
}

function AskLine({ line }: { line: Interfaces }) {
  return (
    <div>
      <code>
        {visible(line.from)}/{line.names.map(visible).join(', ')}
        <span className="text-ink-3">{line.version && `@${visible(line.version)}`}</span>
      </code>
    </div>
  );
}

function Note({ finding }: { finding: Finding }) {
  return (
    <p className="flex gap-2 py-0.5">
      <span className="flex h-4.5 items-center">
        <Dot tone={finding.severity} label={SEVERITY_WORDS[finding.severity].one} />
      </span>
      <span>{visible(finding.message)}</span>
    </p>
  );
}

const importsOf = ({ payload }: PackageSummary): readonly string[] =>
  'error' in payload ? [] : (payload.imports ?? []);

/** Why there is nothing to list under "asks for". */
function reasonForNone({ payload }: PackageSummary): string | null {
  if ('error' in payload || payload.interfaces) return words.noImports.unread;
  if (payload.kind !== 'wasm') return words.noImports[payload.kind];
  return payload.imports?.length ? null : words.noImports.core;
}
