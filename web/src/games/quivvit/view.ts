/** What the table sends of Quivvit, and the names that its parts go by. */
import type { Letter } from '../../ui/pieces';

/** Squares of one colour round one meeting point. */
export interface Link {
  colour: Letter;
  cells: readonly string[];
}

/** What turning or claiming a card would bring. */
export interface Effect {
  links: readonly Link[];
  /** Where cards would be taken. */
  cells: readonly string[];
  points: number;
}

export type Way = 'left' | 'right' | 'half' | 'claim' | 'time' | 'skip';

/** The turn that ended last. */
export interface Last {
  seat: number;
  way: Way;
  cell: string | null;
  links: readonly Link[];
  /** Where cards were taken. */
  cells: readonly string[];
  /** These cards, as they lay; the card that was turned if nothing was taken. */
  cards: readonly string[];
  points: number;
  /** Where new cards came up. */
  laid: readonly string[];
}

/** What everybody sees. */
export interface View {
  seat: number | null;
  /** By cell, row by row. */
  grid: readonly (string | null)[];
  /** How many cards of each kind have not come up. */
  deck: readonly number[];
  /** By seat. */
  points: readonly number[];
  cards: readonly number[];
  /** By seat, what was taken in this Drain the Deck round, which may not count. */
  apart: readonly (readonly number[])[];
  apart_points: readonly number[];
  /** By seat, the cell that its Color Block card covers. */
  blocks: readonly (string | null)[];
  may_block: readonly boolean[];
  doubles: readonly boolean[];
  /** By seat, how many people it holds. */
  teams: readonly number[];
  /** Which member of the team on turn is to act. */
  member: number | null;
  /** The seats in the order of this round. */
  order: readonly number[];
  round: number;
  /** How many turns of this round are over. */
  played: number;
  turn: number | null;
  draining: boolean;
  phase: 'block' | 'turn' | 'bonus' | 'over';
  /** Who has yet to answer. */
  waiting: readonly number[];
  quiet: readonly boolean[];
  /** Whether a die says which colour counts. */
  random_color: boolean;
  /** What it shows. */
  colour: Letter | null;
  bonuses: readonly (number | null)[];
  last: Last | null;
  winners: readonly number[];
}

export const SIDE = 5;
export const ROUNDS = 5;

/** Row by row: a1 is the top left, letters run right, numbers down. */
export const CELLS: readonly string[] = Array.from(
  { length: SIDE * SIDE },
  (_, cell) => `${'abcde'[cell % SIDE]}${Math.floor(cell / SIDE) + 1}`,
);

export interface Place {
  row: number;
  column: number;
}

export function placeOf(cell: string): Place {
  const index = CELLS.indexOf(cell);
  return { row: Math.floor(index / SIDE), column: index % SIDE };
}

/** How many turns of the whole game are over. */
export function turnsOver({ round, played, order }: View): number {
  return (round - 1) * order.length + played;
}

/** Whose Color Block card lies on a cell; nobody's: −1. */
export function coveredBy({ blocks }: Pick<View, 'blocks'>, cell: string): number {
  return blocks.indexOf(cell);
}

/** The one of a team's people who is to act; a team goes by its members' names. */
export function memberOf(name: string, member: number | null): string {
  return name.split(' & ')[member ?? 0] ?? name;
}
