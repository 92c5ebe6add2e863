/** What is to be seen between two views: a card is turned, cards link and go to a pile, new ones come. */
import { type Knot, knotsOf, type Lit, litBy } from './links';
import { turnsOver, type View } from './view';

export interface Flyer {
  cell: string;
  text: string;
  /** How far it still has to turn, in degrees. */
  turns: number;
}

export interface Flight {
  /** To whose pile. */
  seat: number;
  flyers: readonly Flyer[];
  lit: Lit;
  knots: readonly Knot[];
  laid: readonly string[];
  /** When the cards rise, in milliseconds: others must have time to see what links. */
  rises: number;
}

const TURNED: Readonly<Record<string, number>> = { left: -1, right: 1, half: 2 };
const SEEN_BY_OTHERS = 560;
const SEEN_BEFORE = 120;
/** From the rising to the last card that is turned up. */
const REST = 640;

export const lasts = ({ rises }: Flight): number => rises + REST;

/**
 * The flight from one view to the next; none if they are not neighbours or nothing was taken.
 * `inHand`: the card has been turned before the eyes of whoever looks.
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
