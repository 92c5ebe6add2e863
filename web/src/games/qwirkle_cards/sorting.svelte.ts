/** How the hand is sorted, remembered for as long as this tab is open. */
import type { Sorting } from './order';
import type { Kind } from './view';

const KEY = 'quincunx.qwirkle_cards.hand';

interface Choice {
  sorting: Sorting;
  /** One's own order. */
  own: readonly Kind[];
}

class HandOrder {
  #choice = $state.raw<Choice>(remembered());

  get sorting(): Sorting {
    return this.#choice.sorting;
  }

  get own(): readonly Kind[] {
    return this.#choice.own;
  }

  choose(sorting: Sorting, own: readonly Kind[] = []): void {
    this.#choice = { sorting, own };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.#choice));
    } catch {
      // Storage may be forbidden; then it lasts as long as the page.
    }
  }
}

function remembered(): Choice {
  try {
    const { sorting, own } = JSON.parse(sessionStorage.getItem(KEY) ?? '') as Partial<Choice>;
    if (sorting && Array.isArray(own)) return { sorting, own };
  } catch {
    // Nothing is remembered, or nothing that can be read.
  }
  return { sorting: 'colour', own: [] };
}

export const handOrder = new HandOrder();
