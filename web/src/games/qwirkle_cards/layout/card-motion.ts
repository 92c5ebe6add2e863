/** Moves cards from their old positions to their new ones. */

import { motion } from '../../../app/motion.svelte';
import { fadeIn, glideFrom, glideTo, type Place, placeOf } from '../../../ui/board/flip';

export type CardPlaces = ReadonlyMap<string, Place>;

export interface LayoutFlight {
  /** Cards that move one after the other, above the rest. */
  order?: readonly string[];
  /** Start position of cards that were not there before. */
  from?: (id: string) => Place | null;
}

const GLIDE_MS = 260;
const STAGGER_MS = 110;
/** Maximum delay until the last card starts to move, however many there are. */
const MAX_STAGGER_TOTAL_MS = 900;
const STAGGER_AWAY_MS = 40;

const staggerMs = (count: number): number =>
  motion.ms(Math.min(STAGGER_MS, MAX_STAGGER_TOTAL_MS / Math.max(1, count)));

/** Duration of a flight in milliseconds. */
export function flightMs({ order = [] }: LayoutFlight): number {
  return motion.ms(GLIDE_MS) + staggerMs(order.length) * Math.max(0, order.length - 1);
}

const boxes = (board: Element): HTMLElement[] => [
  ...board.querySelectorAll<HTMLElement>('[data-card]'),
];

/** Where cards overlap, a box is narrower than its card. */
export function cardPlaceOf(box: HTMLElement): Place {
  const place = placeOf(box);
  const card = box.firstElementChild as HTMLElement | null;
  if (!card || !box.offsetWidth) return place;
  return { ...place, width: (place.width * card.offsetWidth) / box.offsetWidth };
}

export function placesOn(board: Element): CardPlaces {
  return new Map(boxes(board).map((box) => [box.dataset['card'] ?? '', cardPlaceOf(box)]));
}

/** Move every card to its current position. */
export function animateCards(
  board: Element,
  before: CardPlaces,
  { order = [], from }: LayoutFlight,
): void {
  for (const box of boxes(board)) {
    const id = box.dataset['card'] ?? '';
    for (const animation of box.getAnimations()) animation.cancel();
    const turn = order.indexOf(id);
    const start = before.get(id) ?? from?.(id) ?? null;
    const delayMs = Math.max(0, turn) * staggerMs(order.length);
    const glide = { ms: motion.ms(GLIDE_MS), delayMs, above: turn >= 0 };
    if (start) glideFrom(box, start, cardPlaceOf(box), glide);
    else fadeIn(box, glide);
  }
}

/** Move cards to a place, one after the other; returns the duration in milliseconds. */
export function animateAway(board: Element, ids: readonly string[], goal: Place): number {
  const leaving = boxes(board).filter((box) => ids.includes(box.dataset['card'] ?? ''));
  for (const [index, box] of leaving.entries()) {
    const delayMs = motion.ms(STAGGER_AWAY_MS * index);
    glideTo(box, goal, cardPlaceOf(box), { ms: motion.ms(GLIDE_MS), delayMs });
  }
  return motion.ms(GLIDE_MS + STAGGER_AWAY_MS * leaving.length);
}
