/** Quivvit's view, as the server sends it, and the names of its cells. */
import type { Letter } from '../../ui/pieces';

/** Squares of one colour around one meeting point. */
export interface Link {
  colour: Letter;
  cells: readonly string[];
}

/** The effect of rotating or claiming a card. */
export interface Effect {
  links: readonly Link[];
  /** Cells whose cards would be taken. */
  cells: readonly string[];
  points: number;
}

export type TurnWay = 'left' | 'right' | 'half' | 'claim' | 'time' | 'skip';

/** The last turn. */
export interface QuivvitLastTurn {
  seat: number;
  way: TurnWay;
  cell: string | null;
  links: readonly Link[];
  /** Cells whose cards were taken. */
  cells: readonly string[];
  /** Those cards; the rotated card if none were taken. */
  cards: readonly string[];
  points: number;
  /** Cells with new cards. */
  laid: readonly string[];
}

/** The same for every viewer. */
export interface QuivvitView {
  seat: number | null;
  /** By cell, row by row. */
  grid: readonly (string | null)[];
  /** Number of cards of each kind left in the deck. */
  deck: readonly number[];
  /** By seat. */
  points: readonly number[];
  cards: readonly number[];
  /** By seat, cards taken in this Drain the Deck round, which may not count. */
  apart: readonly (readonly number[])[];
  apart_points: readonly number[];
  /** By seat, the cell that its Color Block card covers. */
  blocks: readonly (string | null)[];
  may_block: readonly boolean[];
  doubles: readonly boolean[];
  /** By seat, the number of people in its team. */
  teams: readonly number[];
  /** The member of the team on turn who acts. */
  member: number | null;
  /** The seats in the order of this round. */
  order: readonly number[];
  round: number;
  /** Number of finished turns in this round. */
  played: number;
  turn: number | null;
  draining: boolean;
  phase: 'block' | 'turn' | 'bonus' | 'over';
  /** Seats that still have to answer. */
  waiting: readonly number[];
  quiet: readonly boolean[];
  /** Whether a die decides which colour counts. */
  random_color: boolean;
  /** The colour on the die. */
  colour: Letter | null;
  bonuses: readonly (number | null)[];
  last: QuivvitLastTurn | null;
  winners: readonly number[];
}

export const SIDE = 5;
export const ROUNDS = 5;

/** Row by row; a1 is the top left, letters grow to the right, numbers downwards. */
export const CELLS: readonly string[] = Array.from(
  { length: SIDE * SIDE },
  (_, cell) => `${'abcde'[cell % SIDE]}${Math.floor(cell / SIDE) + 1}`,
);

export interface CellPlace {
  row: number;
  column: number;
}

export function placeOf(cell: string): CellPlace {
  const index = CELLS.indexOf(cell);
  return { row: Math.floor(index / SIDE), column: index % SIDE };
}

/** Number of finished turns in the whole game. */
export function turnsOver({ round, played, order }: QuivvitView): number {
  return (round - 1) * order.length + played;
}

/** The seat whose Color Block card covers a cell; −1 if none. */
export function coveredBy({ blocks }: Pick<QuivvitView, 'blocks'>, cell: string): number {
  return blocks.indexOf(cell);
}

/** The name of the team member who acts; a team's name joins its members' names. */
export function memberOf(name: string, member: number | null): string {
  return name.split(' & ')[member ?? 0] ?? name;
}
