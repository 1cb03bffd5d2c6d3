import { useMemo } from 'react';
import type { TreemapNode } from '../../../../shared/models/treemap';
import { exactBytes, integer, percent } from '../../../kit/format';
import { TreeGrid } from '../../../kit/grid/TreeGrid';
import { type Column, rowsOf, type Shape } from '../../../kit/grid/types';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { texts } from '../texts';
import type { BoxProps } from './Boxes';

const words = texts.map;

const COLUMNS: readonly Column<TreemapNode>[] = [
  { id: 'name', title: words.columns.name, width: 170, grow: 3, cell: (node) => <MiddleEllipsis text={node.shown} /> },
  { id: 'kind', title: words.columns.kind, width: 84, drop: 2, cell: (node) => words.kinds[node.kind] },
  {
    id: 'entries',
    title: words.columns.entries,
    width: 72,
    drop: 1,
    align: 'end',
    cell: (node) => integer(node.entries),
  },
  {
    id: 'size',
    title: words.columns.size,
    unit: 'bytes',
    width: 104,
    align: 'end',
    cell: (node) => <span data-tip={exactBytes(node.bytes)}>{integer(node.bytes)}</span>,
  },
  { id: 'share', title: words.columns.share, width: 62, align: 'end', cell: (node) => percent(node.share, 1) },
];

const shapeOf = ({ depth }: TreemapNode): Shape => ({ depth, open: null });
const wordOf = ({ shown }: TreemapNode) => shown;

/** The boxes as a list: the same ones in the same order, the largest of each folder first. */
export function BoxList({ nodes, current, onChoose, onEnter }: BoxProps) {
  const rows = useMemo(() => rowsOf(nodes), [nodes]);
  const at = nodes.findIndex(({ key }) => key === current);
  return (
    <TreeGrid
      label={words.list}
      columns={COLUMNS}
      rows={rows}
      shape={shapeOf}
      active={at < 0 ? null : at}
      onActive={(index) => onChoose(nodes[index]?.key ?? '')}
      onEnter={(node) => onEnter(node.key)}
      wordOf={wordOf}
    />
  );
}
