/** The state of the Quivvit board on the screen, and everything that changes it. */

import { untrack } from 'svelte';
import { motion } from '../../../app/motion.svelte';
import { playSound } from '../../../sound/player';
import { onSkip } from '../../../ui/board/skip';
import type { BoardProps } from '../../contract';
import { turned } from '../cards/card';
import { CELLS, type Effect, type QuivvitView, turnsOver } from '../view';
import { type CardFlight, flightBetween, flightMs } from './flight';
import { cellOf, type Held, moveOf, rotateHeld } from './held-card';
import { type Poses, posesFor, withRotation } from './poses';

/** What a seat is asked to do. `wait`: nothing now; `watch`: it does not play. */
export type Task = 'turn' | 'block' | 'bonus' | 'wait' | 'watch';

type Props = BoardProps<QuivvitView>;

export class QuivvitBoardState {
  held = $state.raw<Held | null>(null);
  flight = $state.raw<CardFlight | null>(null);
  poses = $state.raw<Poses>([]);

  #props: () => Props;
  /** Whether the held card has been released; it stays put until the server answers. */
  #isReleased = $state(false);
  #before: QuivvitView | null = null;
  /** The card held when the player opened an earlier step, and its turn. */
  #left: { held: Held; turn: number } | null = null;

  /** The legal moves and their effects. */
  readonly offered: ReadonlyMap<string, Effect | null> = $derived.by(
    () => new Map(this.#props().moves.map(({ move, effect }) => [move, effect as Effect | null])),
  );
  readonly task: Task = $derived.by(() => {
    const { seat, view, moves } = this.#props();
    if (seat === null || view.phase === 'over') return 'watch';
    if (this.offered.has('draw')) return 'bonus';
    if (this.offered.has('decline')) return 'block';
    return moves.some(({ move }) => /^\w\d /.test(move)) ? 'turn' : 'wait';
  });
  readonly purpose: 'turn' | 'block' = $derived(this.task === 'block' ? 'block' : 'turn');
  /** Whether the held card can no longer be rotated. */
  readonly isStill: boolean = $derived.by(() => this.#props().busy && this.#isReleased);
  /** The cells of cards that can be picked up. */
  readonly pickable: ReadonlySet<string> = $derived.by(() => {
    const { live, moves } = this.#props();
    if (!live || (this.task !== 'turn' && this.task !== 'block')) return new Set<string>();
    return new Set(moves.flatMap(({ move }) => cellOf(move) ?? []));
  });
  /** The legal move that releasing the card would make; `null` if there is none. */
  readonly move: string | null = $derived.by(() => {
    if (!this.held) return null;
    const wanted = this.purpose === 'block' ? `block ${this.held.cell}` : moveOf(this.held);
    return wanted !== null && this.offered.has(wanted) ? wanted : null;
  });
  /** The effect of that move. */
  readonly gain: Effect | null = $derived(
    this.move === null ? null : (this.offered.get(this.move) ?? null),
  );
  /** Whether the held card can be rotated further. */
  readonly turns = $derived({ left: this.#canTurn(-1), right: this.#canTurn(1) });

  constructor(props: () => Props) {
    this.#props = props;
    this.poses = untrack(() => posesFor([], props().view));
  }

  /** The card in a cell, rotated if it is held. */
  cardIn(cell: string): string {
    const quarters = this.held?.cell === cell ? this.held.quarters : 0;
    return turned(this.#props().view.grid[CELLS.indexOf(cell)] ?? '', quarters);
  }

  // From one view to the next

  follow(now: QuivvitView): void {
    const then = this.#before;
    this.#before = now;
    if (then && then !== now) this.#goOn(then, now);
  }

  /**
   * End the running flight when its time is over or the player goes on; returns a function that
   * cancels this.
   */
  endFlightLater(): (() => void) | undefined {
    if (!this.flight) return undefined;
    const end = () => {
      this.flight = null;
    };
    const timer = setTimeout(end, flightMs(this.flight));
    const stopListening = onSkip(end);
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }

  /** Update the grid after a turn; answers to a question leave it unchanged. */
  #goOn(then: QuivvitView, now: QuivvitView): void {
    const { live } = this.#props();
    const { held } = this;
    if (held && !live) this.#left ??= { held, turn: turnsOver(then) };
    const steps = turnsOver(now) - turnsOver(then);
    if (steps !== 0) {
      const inHand = held !== null && held.quarters !== 0 && now.last?.cell === held.cell;
      const isKnown = inHand || now.last?.way === 'claim';
      this.flight = motion.isOff ? null : flightBetween(then, now, isKnown);
      // The card that was held stays rotated as it was released.
      if (held && inHand) this.poses = withRotation(this.poses, held.cell, held.quarters);
    }
    if (steps !== 0 || (held && !this.#isPickable(held))) {
      this.held = null;
      this.#isReleased = false;
    }
    this.poses = posesFor(this.poses, now, steps === 1 ? now.last?.laid : []);
    if (this.#left && live) {
      const { held: before, turn } = this.#left;
      if (turn === turnsOver(now) && this.#isPickable(before)) this.held = before;
      this.#left = null;
    }
  }

  // Actions on a card

  pick(cell: string): void {
    if (this.isStill || !this.pickable.has(cell)) return;
    this.held = { cell, quarters: 0 };
    this.#isReleased = false;
  }

  putBack(): void {
    if (!this.isStill) this.held = null;
  }

  turn(by: 1 | -1): void {
    if (this.isStill || !this.held || this.purpose !== 'turn') return;
    const rotated = rotateHeld(this.held, by, this.offered);
    if (!rotated) return;
    this.held = rotated;
    playSound('rotate');
  }

  /** Play the move that the held card shows; put it back if there is none. */
  confirm(): void {
    const { live, busy, onmove } = this.#props();
    if (!this.held) return;
    if (this.move === null) {
      this.putBack();
    } else if (live && !busy) {
      this.#isReleased = true;
      onmove(this.move);
    }
  }

  #isPickable({ cell }: Held): boolean {
    return this.#props().moves.some(({ move }) => cellOf(move) === cell);
  }

  #canTurn(by: 1 | -1): boolean {
    const { held } = this;
    return held !== null && this.purpose === 'turn' && rotateHeld(held, by, this.offered) !== null;
  }
}
