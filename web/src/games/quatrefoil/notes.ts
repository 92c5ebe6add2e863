/** A player's marks: which token may belong where. */
import type { Letter } from '../../ui/pieces';
import { POSITIONS, type QuatrefoilView } from './view';

/** As the server stores them: a row of marks for each colour. */
export interface QuatrefoilNotes {
  /** The deal that the marks are about, from 0. */
  deal: number;
  marks: string;
}

export const COLOURS: readonly Letter[] = ['B', 'G', 'P', 'R', 'Y'];
export const PLACES = [...POSITIONS, 'free'] as const;

const NO_MARKS = '.'.repeat(COLOURS.length * PLACES.length);
/** The order in which a cell goes through its marks. */
const CYCLE = '.xo?';
const NAMES: Record<string, string> = { '.': 'none', x: 'no', o: 'yes', '?': 'perhaps' };

/** Return which deal of a series a view shows, from 0; after the last one, that one. */
export function dealOf({ series }: QuatrefoilView): number {
  return series ? Math.min(series.finished.length, series.deals - 1) : 0;
}

/** Return the marks about the deal that a view shows: those of an earlier deal are over. */
export function marksFor(view: QuatrefoilView, notes: QuatrefoilNotes | null): string {
  return notes?.deal === dealOf(view) ? notes.marks : NO_MARKS;
}

/** Return the marks with the next mark in one cell. */
export function withNextMark(marks: string, cell: number): string {
  const next = CYCLE[(CYCLE.indexOf(marks[cell] ?? '.') + 1) % CYCLE.length];
  return marks.slice(0, cell) + next + marks.slice(cell + 1);
}

/** Return the name of a mark in message ids. */
export function markName(mark: string): string {
  return NAMES[mark] ?? 'none';
}

export function withoutMarks(): string {
  return NO_MARKS;
}
