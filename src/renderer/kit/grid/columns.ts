import type { Column } from './types';

/** Room at both ends of a row. */
export const EDGE = 8;

/** The columns that fit into a width: those with the greatest `drop` give way first. */
export function fitting<R>(columns: readonly Column<R>[], width: number): readonly Column<R>[] {
  const kept = [...columns];
  const need = () => kept.reduce((sum, column) => sum + column.width, EDGE * 2);
  while (width > 0 && need() > width) {
    const last = kept.reduce<Column<R> | undefined>((worst, column) => {
      return (column.drop ?? 0) > (worst?.drop ?? 0) ? column : worst;
    }, undefined);
    if (!last) break;
    kept.splice(kept.indexOf(last), 1);
  }
  return kept;
}

/** The columns as a CSS grid. */
export const template = <R>(columns: readonly Column<R>[]): string =>
  columns.map(({ width, grow }) => (grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`)).join(' ');

/** The least width of a row; below it the table scrolls sideways. */
export const leastWidth = <R>(columns: readonly Column<R>[]): number =>
  columns.reduce((sum, column) => sum + column.width, EDGE * 2);
