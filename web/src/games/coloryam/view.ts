/** What the table sends of ColorYam, and how its sheet is laid out. */
import type { Letter } from '../../ui/pieces';

export interface Challenge {
  kind: string;
  colours: readonly Letter[];
}

/** How an attempt ended: its dice are gone from the table when the next one begins. */
export interface Last {
  seat: number;
  line: number;
  faces: readonly string[];
  total: number;
  /** What was written into `line`, a ColorYam line after a second chance; 0 is an X. */
  entry: number;
}

/** What everybody sees. */
export interface View {
  seat: number | null;
  sheet: readonly Challenge[];
  beginner: boolean;
  /** By seat and line: nothing yet, 0 for an X, or the total. */
  entries: readonly (readonly (number | null)[])[];
  /** By seat and line, once the line is complete. */
  points: readonly (readonly (number | null)[])[];
  totals: readonly number[];
  /** 0 to 9; 10 after the end. */
  line: number;
  /** The seats that still have to complete the line; the first is on turn. */
  waiting: readonly number[];
  /** Die by die, or none before the first roll of an attempt. */
  faces: readonly string[];
  rolls: number;
  chances: number;
  phase: 'roll' | 'choose' | 'over';
  met: boolean | null;
  total: number | null;
  /** The ColorYam line that `enter` would fill. */
  field: number | null;
  /** The dice that were kept in the latest roll, 0 to 5. */
  kept: readonly number[];
  /** Until the first roll of the next attempt. */
  last: Last | null;
  /** Once it is over. */
  winners: readonly number[];
}

/** A line of the sheet: a challenge, or one of the four ColorYam fields. */
export type Line = { challenge: number } | { field: number };

export interface Section {
  colour: Letter;
  lines: readonly number[];
  /** Whether a score row closes it. */
  scored: boolean;
}

export const DICE = 6;

export const LINES: readonly Line[] = [
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

export const SECTIONS: readonly Section[] = [
  { colour: 'R', lines: [0, 1, 2], scored: true },
  { colour: 'Y', lines: [3, 4, 5], scored: true },
  { colour: 'B', lines: [6, 7, 8, 9], scored: false },
];

/** The challenge of a line; none on a ColorYam line. */
export function challengeOf(view: Pick<View, 'sheet'>, line: number): Challenge | null {
  const each = LINES[line];
  return each && 'challenge' in each ? (view.sheet[each.challenge] ?? null) : null;
}

/** Which ColorYam field a line is, 1 to 4; 0 if it is none. */
export function fieldOf(line: number | null): number {
  const each = line === null ? undefined : LINES[line];
  return each && 'field' in each ? each.field : 0;
}
