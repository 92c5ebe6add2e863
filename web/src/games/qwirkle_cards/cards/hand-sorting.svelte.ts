/** The hand's sort order, stored for this tab. */

import type { Kind } from '../view';
import type { HandSorting } from './hand-order';

const KEY = 'quincunx.qwirkle_cards.hand';

interface HandChoice {
  sorting: HandSorting;
  /** The manual order. */
  own: readonly Kind[];
}

class HandOrder {
  #choice = $state.raw<HandChoice>(storedOrder());

  get sorting(): HandSorting {
    return this.#choice.sorting;
  }

  get own(): readonly Kind[] {
    return this.#choice.own;
  }

  choose(sorting: HandSorting, own: readonly Kind[] = []): void {
    this.#choice = { sorting, own };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.#choice));
    } catch {
      // Storage may be blocked; then the order lasts until the page is closed.
    }
  }
}

function storedOrder(): HandChoice {
  try {
    const { sorting, own } = JSON.parse(sessionStorage.getItem(KEY) ?? '') as Partial<HandChoice>;
    if (sorting && Array.isArray(own)) return { sorting, own };
  } catch {
    // Nothing is stored, or nothing readable.
  }
  return { sorting: 'colour', own: [] };
}

export const handOrder = new HandOrder();
