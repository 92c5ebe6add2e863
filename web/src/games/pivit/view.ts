/** Pivit's view and draft, as the server sends and receives them. */

import type { Fault } from '../../wire';

/** A tile as text: colour letter and design digit, such as `r1`; `**` is a wild tile. */
export type Kind = string;
/** Column, row and tile. */
export type Placed = readonly [x: number, y: number, kind: Kind];

export const WILD: Kind = '**';
export const HAND_SIZE = 24;
export const TOKENS = 2;

/** A viewer's view: their own tiles, and what the others have revealed. */
export interface PivitView {
  seat: number | null;
  referee: 'instant' | 'at-scoring';
  younger: boolean;
  scores: readonly number[];
  target: number;
  hands: readonly (readonly Kind[] | null)[];
  /** Number of tiles in the middle. */
  middle: number;
  tokens: readonly number[];
  /** Values of the sticks, highest first. */
  values: readonly number[];
  /** By stick, the seat that holds it; `null` if it is in the middle. */
  sticks: readonly (number | null)[];
  /** Seats whose claim is about to count. */
  pending: readonly number[];
  /** By seat, a claimed grid that is visible. */
  grids: readonly (readonly Placed[] | null)[];
  /** By seat, what the wild tiles of that grid stand for. */
  wilds: readonly (readonly Placed[])[];
  /** By seat, whether its grid is claimed, visible or not. */
  claimed: readonly boolean[];
  /** By seat, whether a claim was withdrawn or found wrong. */
  withdrawn: readonly boolean[];
  /** The viewer's own grid that was withdrawn or found wrong. */
  refused: readonly Placed[] | null;
  ready: readonly boolean[];
  /** By seat, whether it votes to end the round. */
  stops: readonly boolean[];
  round: number;
  phase: 'ready' | 'countdown' | 'build' | 'race' | 'over';
  /** Table time of the last “go”. */
  began_at: number;
  /** Table time at which the countdown, the last minute or the round ends. */
  ends_at: number | null;
  /** Milliseconds from “go” to the first claimed grid. */
  first_took: number | null;
  /** By seat, the points of the last round. */
  gained: readonly number[];
  /** Set after the end. */
  winners: readonly number[];
  /** After this round the highest score wins. Absent in older records, like the fields below. */
  rounds?: number;
  /** By seat, the grid that the check of this round found wrong. */
  wrong?: readonly (readonly Placed[] | null)[];
  /** By seat, the faults of that grid. */
  faults?: readonly (readonly Fault[])[];
  /** By seat, whether it has stopped for the rest of the round. */
  stopped?: readonly boolean[];
}

/** A grid under construction, anywhere on the plane. */
export interface PivitDraft {
  tiles: readonly Placed[];
}

/** Whether players are placing tiles. */
export function isBuilding({ phase }: Pick<PivitView, 'phase'>): boolean {
  return phase === 'build' || phase === 'race';
}

/** Whether the current or upcoming round is certainly the last. */
export function isLastRound({ phase, round, rounds, scores }: PivitView): boolean {
  const current = phase === 'ready' || phase === 'countdown' ? round + 1 : round;
  return phase !== 'over' && scores.length > 1 && current === rounds;
}

/** Whether the server reports faults before a grid is claimed. */
export function isChecked({ referee, phase }: PivitView): boolean {
  return referee === 'instant' || phase === 'race';
}

/** Value of a seat's stick; `null` if it has none. */
export function stickOf({ sticks, values }: PivitView, seat: number): number | null {
  return values[sticks.indexOf(seat)] ?? null;
}
