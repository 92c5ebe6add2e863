/** Rows and columns of a grid, and the server's verdict on them. */
import type { Fault } from '../../../wire';
import { type Cell, cellOf, type Key, keyOf } from './cells';

export interface GridLine {
  /** Whether it is a row. */
  across: boolean;
  /** From the left, or from the top. */
  cells: readonly Key[];
}

export type LineVerdict = 'right' | 'short' | 'wrong';

/** All gapless rows and columns of at least two tiles. */
export function linesOf(cells: ReadonlySet<string>): GridLine[] {
  return [true, false].flatMap((across) =>
    [...cells]
      .map(cellOf)
      .filter((cell) => !cells.has(keyOf(beside(cell, across, -1))))
      .sort((a, b) => a.y - b.y || a.x - b.x)
      .map((cell) => ({ across, cells: run(cells, cell, across) }))
      .filter((line) => line.cells.length > 1),
  );
}

function beside({ x, y }: Cell, across: boolean, by: number): Cell {
  return across ? { x: x + by, y } : { x, y: y + by };
}

function run(cells: ReadonlySet<string>, from: Cell, across: boolean): Key[] {
  const found: Key[] = [];
  for (let cell = from; cells.has(keyOf(cell)); cell = beside(cell, across, 1)) {
    found.push(keyOf(cell));
  }
  return found;
}

/** Faults that concern only this line: at least two cells, all of them in it. */
export function faultsOf({ cells }: GridLine, faults: readonly Fault[]): Fault[] {
  return faults.filter(
    (fault) =>
      fault.cells.length > 1 &&
      LINE_REASONS.has(reasonOf(fault)) &&
      fault.cells.every((cell) => cells.includes(cell as Key)),
  );
}

/** The verdict on a line, given the faults of the grid. */
export function verdictOn(line: GridLine, faults: readonly Fault[]): LineVerdict {
  const reasons = faultsOf(line, faults).map(reasonOf);
  if (reasons.some((reason) => reason !== 'short')) return 'wrong';
  return reasons.length > 0 ? 'short' : 'right';
}

/** A line's tiles in order; lines with the same text have the same verdict. */
export function textOf({ cells }: GridLine, kinds: ReadonlyMap<string, string>): string {
  return cells.map((cell) => kinds.get(cell)).join(' ');
}

export function reasonOf({ message }: Fault): string {
  return message.id.split('.').at(-1) ?? '';
}

const LINE_REASONS = new Set(['short', 'twice', 'mixed', 'long']);
