/** The layout on the screen and its transitions: cards glide, and turns are shown card by card. */

import type { Kinds, Last, View } from '../view';
import {
  type Flight,
  fly,
  isCalm,
  lasts,
  leave,
  type Place,
  type Places,
  placeOf,
  placesOn,
} from './card-motion';
import { kindsOf, type Laid, settled } from './layout';
import { drawn, travellers } from './layout-changes';

/** How long a completed Qwirkle stays visible. */
const ADMIRED = 450;
/** Width of a pile, in pixels. */
const PILE = 24;

export class Picture {
  laid = $state.raw<Laid>() as Laid;
  /** Whether a turn is being shown. */
  showing = $state(false);
  board = $state<HTMLElement>();
  /** Number of changes, including the same cards in another order. */
  changes = $state(0);

  #places: Places = new Map();
  #flight: Flight = {};
  #focused: string | null = null;
  #end: Laid | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(laid: Laid) {
    this.laid = laid;
  }

  /** Show another layout, animated from the current one. */
  show(next: Laid, flight: Flight = {}): void {
    const active = this.board?.contains(document.activeElement) ? document.activeElement : null;
    const card = active?.closest<HTMLElement>('[data-card]')?.dataset['card'];
    this.#focused = active ? (card ?? flight.order?.[0] ?? null) : null;
    if (this.board) this.#places = placesOn(this.board);
    this.#flight = flight;
    this.laid = next;
    this.changes += 1;
  }

  /** Call after the page has rendered the layout. */
  drawn(): void {
    if (!this.board) return;
    if (!isCalm()) fly(this.board, this.#places, this.#flight);
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
  finish(flight: Flight = {}): void {
    clearTimeout(this.#timer);
    this.showing = false;
    const end = this.#end;
    this.#end = null;
    if (end) this.show(end, flight);
  }

  /** Go to `end`; new cards in the hand come from the deck. */
  goTo(end: Laid): void {
    this.#end = end;
    this.finish({ order: drawn(this.laid, end), from: () => this.#placeAt('[data-deck]') });
  }

  /** Show a turn card by card, then move Qwirkles to their pile; returns the final layout. */
  playTurn({ table }: View, last: Last, hand: Kinds, sameHand: boolean): Laid {
    const whole = settled(this.laid, [...table, ...last.qwirkles], hand, sameHand);
    const end = settled(whole, table, hand);
    const fresh = drawn(this.laid, whole);
    const flight: Flight = {
      order: [...travellers(this.laid, whole), ...fresh],
      from: (id) =>
        this.#placeAt(fresh.includes(id) ? '[data-deck]' : `[data-seat="${last.seat}"]`),
    };
    clearTimeout(this.#timer);
    this.#end = end;
    if (last.qwirkles.length === 0) {
      this.finish(flight);
      return end;
    }
    this.showing = true;
    this.show(whole, flight);
    this.#timer = setTimeout(() => this.#take(whole, last), lasts(flight) + ADMIRED);
    return end;
  }

  #take(whole: Laid, { seat, qwirkles }: Last): void {
    const made = qwirkles.map((set) => set.join(' '));
    const ids = whole.groups
      .filter(({ cards }) => made.includes(kindsOf(cards).join(' ')))
      .flatMap(({ cards }) => cards.map(({ id }) => id));
    const goal = this.#placeAt(`[data-pile="${seat}"]`);
    const time = this.board && goal ? leave(this.board, ids, goal) : 0;
    this.#timer = setTimeout(() => this.finish(), time);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #placeAt(selector: string): Place | null {
    const found = this.board?.querySelector(selector);
    return found ? { ...placeOf(found), width: PILE } : null;
  }
}
