/**
 * The animation between two views: a card rotates, cards link and fly to a pile, new cards appear.
 */
import { motion } from '../../../app/motion.svelte';
import { type LinkPoint, type LitSquares, linkPointsOf, litBy } from '../cards/links';
import { type QuivvitView, turnsOver } from '../view';

export interface FlyingCard {
  cell: string;
  text: string;
  /** Remaining rotation in degrees. */
  turns: number;
}

export interface CardFlight {
  /** The seat whose pile receives the cards. */
  seat: number;
  flyingCards: readonly FlyingCard[];
  lit: LitSquares;
  linkPoints: readonly LinkPoint[];
  laid: readonly string[];
  /** Time in milliseconds until the card has been rotated. */
  turnMs: number;
  /** Delay in milliseconds before the cards rise, so that other players can see the links. */
  riseDelayMs: number;
}

const QUARTERS: Readonly<Record<string, number>> = { left: -1, right: 1, half: 2 };
const RISE_DELAY_OTHERS_MS = 560;
const RISE_DELAY_OWN_MS = 120;
/** A link of many cards lights up card by card before they rise. */
const RISE_DELAY_PER_CARD_MS = 35;
const TURN_MS = 200;
/** From rising to the flip of the last new card. */
const AFTER_RISE_MS = 640;

export const flightMs = ({ riseDelayMs }: CardFlight): number =>
  riseDelayMs + motion.ms(AFTER_RISE_MS);

/**
 * The flight between two views; `null` if they are not consecutive or no cards were taken.
 * `inHand`: the viewer has already seen the card rotate.
 */
export function flightBetween(
  before: QuivvitView,
  after: QuivvitView,
  inHand: boolean,
): CardFlight | null {
  const { last } = after;
  if (!last?.cell || last.cells.length === 0) return null;
  if (turnsOver(after) !== turnsOver(before) + 1) return null;
  const cell = last.cell;
  const textOf = (each: string) => last.cards[last.cells.indexOf(each)] as string;
  const quarters = inHand ? 0 : (QUARTERS[last.way] ?? 0);
  return {
    seat: last.seat,
    flyingCards: last.cells.map((each) => ({
      cell: each,
      text: textOf(each),
      turns: each === cell ? 90 * quarters : 0,
    })),
    lit: litBy(last.links),
    linkPoints: linkPointsOf(last.links, textOf),
    laid: last.laid,
    turnMs: quarters === 0 ? 0 : TURN_MS,
    riseDelayMs: motion.ms(
      inHand
        ? RISE_DELAY_OWN_MS + RISE_DELAY_PER_CARD_MS * last.cells.length
        : RISE_DELAY_OTHERS_MS,
    ),
  };
}
