/** Moves cards from their old positions to their new ones. */

import { motion } from '../../../app/motion.svelte';
import { fadeIn, gatherTo, glideFrom, type Place, placeOf } from '../../../ui/board/flip';

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
/** From the first movement of a Qwirkle until it reaches its pile. */
const GATHER_MS = 660;
/** Distance between two gathered cards. */
const FAN_PX = 5;

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

/** Gather the cards of each set and move them to a place; returns the duration in milliseconds. */
export function gatherCards(
  board: Element,
  sets: readonly (readonly string[])[],
  goal: Place,
): number {
  const all = boxes(board);
  for (const ids of sets) {
    const cards = all.filter((box) => ids.includes(box.dataset['card'] ?? ''));
    const places = cards.map(cardPlaceOf);
    const middle = middleOf(places);
    for (const [index, box] of cards.entries()) {
      const fanned = { ...middle, x: middle.x + FAN_PX * (index - (cards.length - 1) / 2) };
      gatherTo(box, places[index] ?? middle, fanned, goal, motion.ms(GATHER_MS));
    }
  }
  return motion.ms(GATHER_MS);
}

function middleOf(places: readonly Place[]): Place {
  const mean = (side: keyof Place) =>
    places.reduce((sum, place) => sum + place[side], 0) / Math.max(1, places.length);
  return { x: mean('x'), y: mean('y'), width: mean('width') };
}
