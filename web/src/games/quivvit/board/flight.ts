/**
 * The animation between two views: a card rotates, cards link and fly to a pile, new cards appear.
 */
import { type Knot, knotsOf, type Lit, litBy } from '../cards/links';
import { turnsOver, type View } from '../view';

export interface Flyer {
  cell: string;
  text: string;
  /** Remaining rotation in degrees. */
  turns: number;
}

export interface Flight {
  /** The seat whose pile receives the cards. */
  seat: number;
  flyers: readonly Flyer[];
  lit: Lit;
  knots: readonly Knot[];
  laid: readonly string[];
  /** Delay in milliseconds before the cards rise, so that other players can see the links. */
  rises: number;
}

const TURNED: Readonly<Record<string, number>> = { left: -1, right: 1, half: 2 };
const SEEN_BY_OTHERS = 560;
const SEEN_BEFORE = 120;
/** From rising to the flip of the last new card. */
const REST = 640;

export const lasts = ({ rises }: Flight): number => rises + REST;

/**
 * The flight between two views; `null` if they are not consecutive or no cards were taken.
 * `inHand`: the viewer has already seen the card rotate.
 */
export function flightBetween(before: View, after: View, inHand: boolean): Flight | null {
  const { last } = after;
  if (!last?.cell || last.cells.length === 0) return null;
  if (turnsOver(after) !== turnsOver(before) + 1) return null;
  const cell = last.cell;
  const textOf = (each: string) => last.cards[last.cells.indexOf(each)] as string;
  const quarters = inHand ? 0 : (TURNED[last.way] ?? 0);
  return {
    seat: last.seat,
    flyers: last.cells.map((each) => ({
      cell: each,
      text: textOf(each),
      turns: each === cell ? 90 * quarters : 0,
    })),
    lit: litBy(last.links),
    knots: knotsOf(last.links, textOf),
    laid: last.laid,
    rises: inHand ? SEEN_BEFORE : SEEN_BY_OTHERS,
  };
}
