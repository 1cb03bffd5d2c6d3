import { CaseSensitive, CircleStop, Regex, Search, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SearchEnd, SearchMatch, SearchQuery } from '../../../../shared/contract/search';
import { IconButton } from '../../../kit/Button';
import { integer } from '../../../kit/format';
import { TreeGrid } from '../../../kit/grid/TreeGrid';
import { type Column, rowsOf } from '../../../kit/grid/types';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { EmptyState, ErrorState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import type { PackageModel } from '../model';
import { texts } from '../texts';
import { closeSearch, goTo, runSearch, type SearchState, stopSearch } from './store';

const words = texts.search;

/** Search in the contents of all text entries, in the place of the table. */
export function SearchPane({ model, onChosen }: { model: PackageModel; onChosen: () => void }) {
  const state = useStore(model.search);
  const { matches, names, active, error } = state;
  const columns = useMemo(() => columnsFor(names), [names]);
  const rows = useMemo(() => rowsOf(matches), [matches]);
  return (
    <section className="panel flex-1" aria-label={words.label}>
      <Form model={model} state={state} />
      {error ? (
        <ErrorState error={error} />
      ) : (
        <TreeGrid
          label={words.results}
          columns={columns}
          rows={rows}
          active={active}
          onActive={(index, by) => {
            goTo(model, index);
            if (by === 'pointer') onChosen();
          }}
          onEnter={onChosen}
          busy={state.running !== null}
          empty={<Nothing state={state} />}
        />
      )}
    </section>
  );
}

function Form({ model, state }: { model: PackageModel; state: SearchState }) {
  const [query, setQuery] = useState(state.query);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const change = (part: Partial<SearchQuery>) => setQuery((now) => ({ ...now, ...part }));
  const toggle = (part: Partial<SearchQuery>) => {
    const next = { ...query, ...part };
    setQuery(next);
    if (next.text !== '') void runSearch(model, next);
  };
  return (
    <form
      className="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        void runSearch(model, query);
      }}
    >
      <input
        ref={field}
        type="text"
        className="field min-w-0 flex-1"
        placeholder={words.placeholder}
        aria-label={words.label}
        value={query.text}
        maxLength={1000}
        spellCheck={false}
        onChange={(event) => change({ text: event.target.value })}
      />
      <span className="flex-none text-right text-xs text-ink-3" role="status">
        {statusOf(state)}
      </span>
      <span className="flex flex-none">
        <IconButton
          icon={CaseSensitive}
          label={words.matchCase}
          aria-pressed={query.caseSensitive}
          onClick={() => toggle({ caseSensitive: !query.caseSensitive })}
        />
        <IconButton
          icon={Regex}
          label={words.regex}
          aria-pressed={query.regex}
          onClick={() => toggle({ regex: !query.regex })}
        />
        {state.running && (
          <IconButton icon={CircleStop} label={words.cancel} onClick={() => stopSearch(model.search)} />
        )}
        <IconButton icon={X} label={words.close} onClick={() => closeSearch(model.search)} />
      </span>
    </form>
  );
}

function statusOf({ running, progress, end, matches, query }: SearchState): string {
  if (running) {
    const { done, total } = progress ?? { done: 0, total: 0 };
    return words.running(total > 0 ? Math.floor((done / total) * 100) : 0);
  }
  if (end) return endText(end);
  return query.text === '' || matches.length === 0 ? '' : `${integer(matches.length)}, ${words.stopped.cancelled}`;
}

const endText = (end: SearchEnd): string =>
  [
    words.done(end.matches, end.entries),
    ...(end.stopped ? [words.stopped[end.stopped]] : end.cut > 0 ? [words.stopped.matches] : []),
    ...(end.slow > 0 && end.stopped !== 'pattern' ? [words.stopped.pattern] : []),
    ...(end.unreadable > 0 ? [words.unreadable(end.unreadable)] : []),
  ].join(', ');

function Nothing({ state: { end, running } }: { state: SearchState }) {
  if (running) return null;
  if (!end) return <EmptyState icon={Search} title={words.hint} />;
  return (
    <EmptyState icon={Search} title={words.none}>
      {words.noneText(end.entries)}
    </EmptyState>
  );
}

const columnsFor = (names: ReadonlyMap<number, string>): readonly Column<SearchMatch>[] => [
  {
    id: 'entry',
    title: words.columns.entry,
    width: 130,
    grow: 1,
    cell: (match) => <MiddleEllipsis text={names.get(match.entry) ?? ''} />,
  },
  {
    id: 'line',
    title: words.columns.line,
    width: 62,
    align: 'end',
    cell: (match) => <span className="text-ink-3">{integer(match.line)}</span>,
  },
  { id: 'text', title: words.columns.text, width: 160, grow: 3, cell: (match) => <Excerpt match={match} /> },
];

function Excerpt({ match: { excerpt, start, end, cutAfter } }: { match: SearchMatch }) {
  // The match should be in sight, however far into the line it stands.
  const before = excerpt.slice(0, start).trimStart();
  return (
    <code className="truncate">
      {before.length > 24 && '…'}
      {visible(before.slice(-24).replaceAll('\t', ' '))}
      <mark>{visible(excerpt.slice(start, end))}</mark>
      {visible(excerpt.slice(end).replaceAll('\t', ' '))}
      {cutAfter && '…'}
    </code>
  );
}
