/** What the table sends of Quatrefoil, and the names that its parts go by. */
import type { Letter } from '../../ui/pieces';

/** The colours that lie at northwest, northeast, southeast, southwest, and the free token's. */
export type Tokens = readonly Letter[];
export type Position = (typeof POSITIONS)[number];

/** Clockwise, as in an arrangement. */
export const POSITIONS = ['NW', 'NE', 'SE', 'SW'] as const;
/** The free token's place in an arrangement. */
export const FREE = 4;

/** What a viewer may know; `null` stands for what is hidden. */
export interface View {
  seat: number | null;
  dealt: Tokens;
  tokens: Tokens;
  /** By seat; all hidden in Dual, where nobody has one. */
  colours: readonly (Letter | null)[];
  /** By seat. */
  positions: readonly (Position | null)[];
  /** What belongs at each place of an arrangement. */
  target: readonly (Letter | null)[];
  /** By seat: whether its token is right, where that is shown. */
  signals: readonly (boolean | null)[];
  /** Nobody's in Dual. */
  turn: number | null;
  actions: number;
  looked: readonly boolean[];
  clock_ends: number | null;
  par: number | null;
  /** `limit` only in records of older rules. */
  ending: '' | 'stack' | 'time' | 'limit';
  /** Pushes and twists that may still be made, where that is limited; absent in older records. */
  left?: number | null;
}
