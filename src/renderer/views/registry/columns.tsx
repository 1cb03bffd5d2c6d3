import type { RegistryRow } from '../../../shared/contract/registry';
import type { FindingRule } from '../../../shared/models/finding';
import type { StoreRow } from '../../../shared/models/store';
import { Dot, SEVERITY_WORDS } from '../../kit/Chip';
import { Cut } from '../../kit/Cut';
import { bytes, exactBytes, moment, NOTHING } from '../../kit/format';
import type { Column } from '../../kit/grid/types';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { visible } from '../../kit/visible';
import { DigestChip } from './DigestChip';
import type { ColumnId, Look } from './query';
import type { PackageRow } from './table';
import { texts } from './texts';

const { columns: titles, hints } = texts.table;

type RuleOf = (id: string) => FindingRule | undefined;
type Made = Omit<Column<RegistryRow>, 'id' | 'title' | 'sortable' | 'cell'> & {
  readonly of: (row: PackageRow, ruleOf: RuleOf) => React.ReactNode;
};

/** When the digests of a row were compared: of several the oldest. */
export function comparedAt({ variants }: StoreRow): number | null {
  const times = variants.flatMap(({ at }) => at ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Every column of a package's row; what is least needed gives way first. */
const COLUMNS: Readonly<Record<ColumnId, Made>> = {
  store: { width: 74, drop: 3, of: ({ storeLabel }) => <Cut text={storeLabel} className="text-ink-2" /> },
  name: { width: 170, grow: 3, of: ({ row }) => <MiddleEllipsis text={row.name} /> },
  version: { width: 72, grow: 0.3, of: ({ row }) => <MiddleEllipsis text={row.version} /> },
  runtime: { width: 64, drop: 4, of: ({ row }) => visible(row.runtime) || NOTHING },
  platforms: {
    width: 100,
    grow: 0.4,
    drop: 7,
    of: ({ row }) => <Cut text={row.platforms.join(', ') || NOTHING} className="text-ink-2" />,
  },
  size: {
    width: 76,
    align: 'end',
    drop: 5,
    of: ({ row }) => <span data-tip={exactBytes(row.bytes)}>{bytes(row.bytes)}</span>,
  },
  installed: {
    width: 118,
    drop: 6,
    of: ({ row }) => (
      <span className="truncate text-ink-2">{row.installed === null ? NOTHING : moment(row.installed)}</span>
    ),
  },
  digest: { width: 92, drop: 2, of: ({ row }) => <DigestChip state={row.digest} at={comparedAt(row)} /> },
  problems: { width: 120, grow: 3, drop: 1, of: ({ row }, ruleOf) => <Problems row={row} ruleOf={ruleOf} /> },
};

/** The columns that are not hidden; in groups the name leads, because groups fold in the first one. */
export function registryColumns(look: Pick<Look, 'hidden' | 'group'>, ruleOf: RuleOf): readonly Column<RegistryRow>[] {
  const ids: readonly ColumnId[] =
    look.group === 'none'
      ? ['store', 'name', 'version', 'runtime', 'platforms', 'size', 'installed', 'digest', 'problems']
      : ['name', 'version', 'store', 'runtime', 'platforms', 'size', 'installed', 'digest', 'problems'];
  return ids
    .filter((id) => !look.hidden.has(id))
    .map((id) => {
      const { of, ...made } = COLUMNS[id];
      const hint = id === 'digest' || id === 'installed' ? { hint: hints[id] } : {};
      return {
        id,
        title: titles[id],
        sortable: true,
        ...hint,
        ...made,
        cell: (row) => (row.kind === 'group' ? groupCell(row, id) : of(row, ruleOf)),
      };
    });
}

type GroupRow = Extract<RegistryRow, { kind: 'group' }>;

function groupCell(row: GroupRow, id: ColumnId): React.ReactNode {
  if (id === 'name') return <MiddleEllipsis text={row.label} className="font-[570]" />;
  if (id === 'version') return <span className="text-ink-3">{texts.table.versions(row.packages)}</span>;
  if (id === 'size') return <span className="text-ink-3">{bytes(row.bytes)}</span>;
  if (id !== 'problems' || row.errors + row.warnings === 0) return null;
  return (
    <>
      <Dot tone={row.errors > 0 ? 'error' : 'warning'} />
      <span className="text-ink-2">{texts.table.problems(row.errors, row.warnings)}</span>
    </>
  );
}

/** The worst problem in words; how many more there are beside it. Notes are no problems. */
function Problems({ row, ruleOf }: { row: StoreRow; ruleOf: RuleOf }) {
  const [worst, ...others] = row.findings.filter(({ severity }) => severity !== 'info');
  if (!worst) return null;
  const title = ruleOf(worst.id)?.title ?? worst.message;
  return (
    <>
      <Dot tone={worst.severity} label={SEVERITY_WORDS[worst.severity].one} />
      <span
        className={worst.severity === 'error' ? 'min-w-0 truncate text-error' : 'min-w-0 truncate text-warning'}
        data-tip={visible(worst.message)}
      >
        {title}
      </span>
      {others.length > 0 && <span className="flex-none text-ink-3">+{others.length}</span>}
    </>
  );
}
