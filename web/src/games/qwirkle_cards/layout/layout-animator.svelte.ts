/** The layout on the screen and its transitions: cards glide, and turns are shown card by card. */

import { motion } from '../../../app/motion.svelte';
import type { Celebration } from '../../../ui/board/celebration.svelte';
import { type Place, placeOf } from '../../../ui/board/flip';
import type { Kinds, QwirkleCardsLastTurn, QwirkleCardsView } from '../view';
import {
  animateCards,
  type CardPlaces,
  flightMs,
  gatherCards,
  type LayoutFlight,
  placesOn,
} from './card-motion';
import { celebrationOf } from './celebration';
import { kindsOf, type Layout, layoutOfView } from './layout';
import { drawnCards, movedCards } from './layout-changes';

/** How long a completed Qwirkle stays visible before it is gathered. */
const QWIRKLE_SHOWN_MS = 220;
/** Width of a pile, in pixels. */
const PILE_WIDTH_PX = 24;

export class LayoutAnimator {
  layout = $state.raw<Layout>() as Layout;
  /** Whether a turn is being shown. */
  showing = $state(false);
  board = $state<HTMLElement>();
  /** The Qwirkles that are being gathered. */
  celebration = $state.raw<Celebration | null>(null);
  /** Number of changes, including the same cards in another order. */
  changes = $state(0);

  #startPlaces: CardPlaces = new Map();
  #flight: LayoutFlight = {};
  #focused: string | null = null;
  #endLayout: Layout | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(layout: Layout) {
    this.layout = layout;
  }

  /** Show another layout, animated from the current one. */
  show(next: Layout, flight: LayoutFlight = {}): void {
    const active = this.board?.contains(document.activeElement) ? document.activeElement : null;
    const card = active?.closest<HTMLElement>('[data-card]')?.dataset['card'];
    this.#focused = active ? (card ?? flight.order?.[0] ?? null) : null;
    if (this.board) this.#startPlaces = placesOn(this.board);
    this.#flight = flight;
    this.layout = next;
    this.changes += 1;
  }

  /** Call after the page has rendered the layout. */
  onRendered(): void {
    if (!this.board) return;
    if (!motion.isOff) animateCards(this.board, this.#startPlaces, this.#flight);
    this.#flight = {};
    // A moved card keeps the focus.
    if (this.#focused && !this.board.contains(document.activeElement)) {
      this.buttonOf(this.#focused)?.focus({ preventScroll: true });
    }
    this.#focused = null;
  }

  buttonOf(id: string): HTMLElement | null {
    return this.board?.querySelector<HTMLElement>(`[data-card="${id}"] button`) ?? null;
  }

  /** Skip to the end of the running animation. */
  finish(flight: LayoutFlight = {}): void {
    clearTimeout(this.#timer);
    this.showing = false;
    const end = this.#endLayout;
    this.#endLayout = null;
    if (end) this.show(end, flight);
  }

  /** Go to `#endLayout`; new cards in the hand come from the deck. */
  goTo(end: Layout): void {
    this.#endLayout = end;
    this.finish({ order: drawnCards(this.layout, end), from: () => this.#placeAt('[data-deck]') });
  }

  /** Show a turn card by card, then move Qwirkles to their pile; returns the final layout. */
  playTurn(
    { table }: QwirkleCardsView,
    last: QwirkleCardsLastTurn,
    hand: Kinds,
    sameHand: boolean,
  ): Layout {
    const whole = layoutOfView(this.layout, [...table, ...last.qwirkles], hand, sameHand);
    const end = layoutOfView(whole, table, hand);
    const fresh = drawnCards(this.layout, whole);
    const flight: LayoutFlight = {
      order: [...movedCards(this.layout, whole), ...fresh],
      from: (id) =>
        this.#placeAt(fresh.includes(id) ? '[data-deck]' : `[data-seat="${last.seat}"]`),
    };
    clearTimeout(this.#timer);
    this.#endLayout = end;
    if (last.qwirkles.length === 0) {
      this.finish(flight);
      return end;
    }
    this.showing = true;
    this.show(whole, flight);
    this.#timer = setTimeout(
      () => this.#collectQwirkles(whole, last),
      flightMs(flight) + motion.ms(QWIRKLE_SHOWN_MS),
    );
    return end;
  }

  #collectQwirkles(whole: Layout, { seat, qwirkles }: QwirkleCardsLastTurn): void {
    const made = qwirkles.map((set) => set.join(' '));
    const sets = whole.groups
      .filter(({ cards }) => made.includes(kindsOf(cards).join(' ')))
      .map(({ cards }) => cards.map(({ id }) => id));
    this.celebration = celebrationOf(seat, sets);
    const goal = this.#placeAt(`[data-pile="${seat}"]`);
    const time = this.board && goal ? gatherCards(this.board, sets, goal) : 0;
    this.#timer = setTimeout(() => this.finish(), time);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #placeAt(selector: string): Place | null {
    const found = this.board?.querySelector(selector);
    return found ? { ...placeOf(found), width: PILE_WIDTH_PX } : null;
  }
}
