/** Quatrefoil's view, as the server sends it. */
import type { Letter } from '../../ui/pieces';

/** Colours at northwest, northeast, southeast, southwest, then the free token's. */
export type Tokens = readonly Letter[];
export type Position = (typeof POSITIONS)[number];

/** Clockwise, as in an arrangement. */
export const POSITIONS = ['NW', 'NE', 'SE', 'SW'] as const;
/** Index of the free token in an arrangement. */
export const FREE = 4;

/** What a viewer may know; hidden values are `null`. */
export interface QuatrefoilView {
  seat: number | null;
  dealt: Tokens;
  tokens: Tokens;
  /** By seat; all `null` in Dual, which has no colour cards. */
  colours: readonly (Letter | null)[];
  /** By seat. */
  positions: readonly (Position | null)[];
  /** The colour that belongs at each place of an arrangement. */
  target: readonly (Letter | null)[];
  /** By seat: whether its token is right, where that is shown. */
  signals: readonly (boolean | null)[];
  /** `null` in Dual, which has no turns. */
  turn: number | null;
  actions: number;
  looked: readonly boolean[];
  clock_ends: number | null;
  par: number | null;
  /** `limit` occurs only in records of older rules. */
  ending: '' | 'stack' | 'time' | 'limit';
  /** Remaining pushes and twists, if limited; absent in older records. */
  left?: number | null;
}
