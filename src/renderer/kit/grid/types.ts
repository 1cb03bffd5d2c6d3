import type { ReactNode } from 'react';

export interface Column<R> {
  readonly id: string;
  readonly title: string;
  /** More about the column, in its header's tooltip. */
  readonly hint?: string;
  /** What its numbers count, lighter behind the title. */
  readonly unit?: string;
  /** Least width in px; without `grow` also its width. */
  readonly width: number;
  /** Share of the room that is left over. */
  readonly grow?: number;
  readonly align?: 'end';
  readonly sortable?: boolean;
  /** Columns with the greatest number give way first where there is little room; without one it stays. */
  readonly drop?: number;
  readonly cell: (row: R) => ReactNode;
}

/** Rows by number; `undefined` while a row is on its way. */
export interface Rows<R> {
  readonly count: number;
  at(index: number): R | undefined;
}

/** Where a row stands in a tree; `open` null for a row without children. */
export interface Shape {
  readonly depth: number;
  readonly open: boolean | null;
}

export interface Sort {
  readonly column: string;
  readonly direction: 'up' | 'down';
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Rows that are all here. */
export const rowsOf = <R>(list: readonly R[]): Rows<R> => ({ count: list.length, at: (index) => list[index] });
