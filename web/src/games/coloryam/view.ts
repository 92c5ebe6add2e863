/** ColorYam's view, as the server sends it, and the layout of the sheet. */
import type { Letter } from '../../ui/pieces';

export interface Challenge {
  kind: string;
  colours: readonly Letter[];
}

/** The last attempt; its dice are removed when the next one begins. */
export interface LastAttempt {
  seat: number;
  line: number;
  faces: readonly string[];
  total: number;
  /** What was written into `line` (a ColorYam line after a second chance); 0 is an X. */
  entry: number;
}

/** The same for every viewer. */
export interface ColorYamView {
  seat: number | null;
  sheet: readonly Challenge[];
  beginner: boolean;
  /** By seat and line: `null` if empty, 0 for an X, otherwise the total. */
  entries: readonly (readonly (number | null)[])[];
  /** By seat and line, once the line is complete. */
  points: readonly (readonly (number | null)[])[];
  totals: readonly number[];
  /** 0 to 9; 10 after the end. */
  line: number;
  /** Seats that have not completed the line; the first is on turn. */
  waiting: readonly number[];
  /** By die; empty before the first roll of an attempt. */
  faces: readonly string[];
  rolls: number;
  chances: number;
  phase: 'roll' | 'choose' | 'over';
  met: boolean | null;
  total: number | null;
  /** The ColorYam line that `enter` would fill. */
  field: number | null;
  /** Dice kept in the latest roll, 0 to 5. */
  kept: readonly number[];
  /** Set until the first roll of the next attempt. */
  last: LastAttempt | null;
  /** Set after the end. */
  winners: readonly number[];
}

/** A line of the sheet: a challenge or one of the four ColorYam fields. */
export type SheetLine = { challenge: number } | { field: number };

export interface SheetSection {
  colour: Letter;
  lines: readonly number[];
  /** Whether a score row follows it. */
  scored: boolean;
}

export const DICE = 6;

export const LINES: readonly SheetLine[] = [
  { challenge: 0 },
  { challenge: 1 },
  { field: 1 },
  { challenge: 2 },
  { challenge: 3 },
  { field: 2 },
  { challenge: 4 },
  { challenge: 5 },
  { field: 3 },
  { field: 4 },
];

export const SECTIONS: readonly SheetSection[] = [
  { colour: 'R', lines: [0, 1, 2], scored: true },
  { colour: 'Y', lines: [3, 4, 5], scored: true },
  { colour: 'B', lines: [6, 7, 8, 9], scored: false },
];

/** The challenge of a line; `null` on a ColorYam line. */
export function challengeOf(view: Pick<ColorYamView, 'sheet'>, line: number): Challenge | null {
  const each = LINES[line];
  return each && 'challenge' in each ? (view.sheet[each.challenge] ?? null) : null;
}

/** Number of a line's ColorYam field, 1 to 4; 0 if the line has a challenge. */
export function fieldOf(line: number | null): number {
  const each = line === null ? undefined : LINES[line];
  return each && 'field' in each ? each.field : 0;
}
