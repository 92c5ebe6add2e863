/** Quatrefoil's view, as the server sends it. */
import type { Letter } from '../../ui/pieces';

/** Colours at northwest, northeast, southeast, southwest, then the free token's. */
export type Tokens = readonly Letter[];
export type Position = (typeof POSITIONS)[number];

/** Clockwise, as in an arrangement. */
export const POSITIONS = ['NW', 'NE', 'SE', 'SW'] as const;
/** Index of the free token in an arrangement. */
export const FREE = 4;

/** A deal of a series that is over, with all its cards. */
export interface FinishedDeal {
  dealt: Tokens;
  tokens: Tokens;
  target: Tokens;
  positions: readonly Position[];
  actions: number;
  /** The actions that four experts need. */
  par: number;
  solved: boolean;
  /** Actions above par. */
  score: number;
}

/** Several deals in a row, and how they have gone so far. */
export interface DealSeries {
  deals: number;
  finished: readonly FinishedDeal[];
  total: number;
}

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
  /** Absent where the game is a single deal. */
  series?: DealSeries;
}

/** Return the view with the last finished deal on the board, its cards open. */
export function viewOfFinished(view: QuatrefoilView, deal: FinishedDeal): QuatrefoilView {
  const places = deal.positions.map((position) => POSITIONS.indexOf(position));
  return {
    ...view,
    dealt: deal.dealt,
    tokens: deal.tokens,
    colours:
      view.turn === null ? view.colours : places.map((place) => deal.target[place] as Letter),
    positions: deal.positions,
    target: deal.target,
    signals: places.map((place) => deal.tokens[place] === deal.target[place]),
    actions: deal.actions,
    looked: view.looked.map(() => true),
    clock_ends: null,
    par: null,
    ending: 'stack',
    left: null,
  };
}
