/** The keyboard on the Qwirkle Cards board: arrow keys go from card to card. */

import { cardsOn } from '../layout/layout';
import { neighbour } from './arrow-keys';
import type { QwirkleBoardState } from './board-state.svelte';

export class BoardKeys {
  #state: QwirkleBoardState;
  #cursor = $state.raw<{ table?: string; hand?: string }>({});

  /** The cards that Tab reaches. */
  readonly stop = $derived.by(() => {
    const { animator, hand } = this.#state;
    const table = cardsOn(animator.layout);
    const found = (cards: readonly { id: string }[], id?: string) =>
      (cards.find((card) => card.id === id) ?? cards[0])?.id;
    return { table: found(table, this.#cursor.table), hand: found(hand, this.#cursor.hand) };
  });

  constructor(state: QwirkleBoardState) {
    this.#state = state;
  }

  focus(event: FocusEvent): void {
    const id = (event.target as Element).closest<HTMLElement>('[data-card]')?.dataset['card'];
    if (id === undefined) return;
    this.#cursor = { ...this.#cursor, [this.#state.isInHand(id) ? 'hand' : 'table']: id };
  }

  /** Listens on the window: a dragged card need not have the focus. */
  press(event: KeyboardEvent): void {
    const { editor, drag, canMove } = this.#state;
    if ((event.target as Element).closest?.('dialog, input, textarea, select')) return;
    if (event.key === 'Escape' && editor.picked.size > 0) {
      drag.cancel();
      editor.letGo();
    } else if (canMove && event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      editor.undo();
    } else if (event.altKey || event.ctrlKey || event.metaKey || !this.#steer(event)) {
      return;
    }
    event.preventDefault();
  }

  /** Apply a key to the focused card; returns whether it had a meaning. */
  #steer({ key, shiftKey, target }: KeyboardEvent): boolean {
    const { editor, hand } = this.#state;
    const box = (target as Element).closest<HTMLElement>('[data-card], .begin');
    const id = box?.dataset['card'] ?? '';
    const at = hand.findIndex((card) => card.id === id);
    if (!box) return false;
    if (key === 'Delete' || key === 'Backspace') editor.put(new Set([id]), 'hand');
    else if (!/^(Arrow|Home|End)/.test(key)) return false;
    else if (!shiftKey || at < 0) this.#go(box, key);
    else if (key === 'ArrowLeft' && at > 0) this.#state.placeInHand(id, hand[at - 1]?.id ?? null);
    else if (key === 'ArrowRight') this.#state.placeInHand(id, hand[at + 2]?.id ?? null);
    return true;
  }

  #go(box: HTMLElement, key: string): void {
    const { board } = this.#state.animator;
    const all = board?.querySelectorAll<HTMLElement>('[data-card]:has(button), .begin');
    const boxes = [...(all ?? [])];
    const spots = boxes.map((each) => each.getBoundingClientRect());
    const next =
      boxes.at({ Home: 0, End: -1 }[key] ?? neighbour(spots, boxes.indexOf(box), key)) ?? box;
    (next.querySelector('button') ?? next).focus();
  }
}
