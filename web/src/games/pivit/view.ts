/** What the table sends of Pivit, and what is sent to it. */

import type { Fault } from '../../wire';

/** A tile as text: its colour's letter and its design's digit, `r1`; a wild one is `**`. */
export type Kind = string;
/** Column, row and tile. */
export type Placed = readonly [x: number, y: number, kind: Kind];

export const WILD: Kind = '**';
export const HAND = 24;
export const TOKENS = 2;

/** What a viewer sees: their own tiles, and what the others have shown. */
export interface View {
  seat: number | null;
  referee: 'instant' | 'at-scoring';
  younger: boolean;
  scores: readonly number[];
  target: number;
  hands: readonly (readonly Kind[] | null)[];
  /** How many tiles lie there. */
  middle: number;
  tokens: readonly number[];
  /** Of the sticks, the highest first. */
  values: readonly number[];
  /** By stick, who holds it; nobody: it lies in the middle. */
  sticks: readonly (number | null)[];
  /** The seats whose claim counts in a moment. */
  pending: readonly number[];
  /** By seat, a grid that is claimed and may be seen. */
  grids: readonly (readonly Placed[] | null)[];
  /** By seat, what the wild tiles of such a grid stand for. */
  wilds: readonly (readonly Placed[])[];
  /** By seat, whether its grid is claimed, seen or not. */
  claimed: readonly boolean[];
  /** By seat, whether a claim of it was withdrawn or found wrong. */
  withdrawn: readonly boolean[];
  /** One's own grid of that kind. */
  refused: readonly Placed[] | null;
  ready: readonly boolean[];
  /** By seat, whether it would end the round. */
  stops: readonly boolean[];
  round: number;
  phase: 'ready' | 'countdown' | 'build' | 'race' | 'over';
  /** Table time of the last “go”. */
  began_at: number;
  /** Table time at which the countdown, the minute or the round is over. */
  ends_at: number | null;
  /** Milliseconds from “go” to the first grid. */
  first_took: number | null;
  /** By seat, the points of the last round. */
  gained: readonly number[];
  /** Once it is over. */
  winners: readonly number[];
  /** After this round the most points win; absent, like what follows, in older records. */
  rounds?: number;
  /** By seat, the grid that was found wrong at the check of this round. */
  wrong?: readonly (readonly Placed[] | null)[];
  /** By seat, what is wrong with that grid. */
  faults?: readonly (readonly Fault[])[];
  /** By seat, whether it has stopped for good in this round. */
  stopped?: readonly boolean[];
}

/** A grid as far as it is built, anywhere on the plane. */
export interface Draft {
  tiles: readonly Placed[];
}

/** Whether tiles are being laid. */
export function building({ phase }: View): boolean {
  return phase === 'build' || phase === 'race';
}

/** Whether the round that is played, or about to begin, is the last one whatever it brings. */
export function isLastRound({ phase, round, rounds, scores }: View): boolean {
  const current = phase === 'ready' || phase === 'countdown' ? round + 1 : round;
  return phase !== 'over' && scores.length > 1 && current === rounds;
}

/** Whether the table says what is wrong with a grid before it is claimed. */
export function isChecked({ referee, phase }: View): boolean {
  return referee === 'instant' || phase === 'race';
}

/** What the stick of a seat is worth; nothing if it holds none. */
export function stickOf({ sticks, values }: View, seat: number): number | null {
  return values[sticks.indexOf(seat)] ?? null;
}
