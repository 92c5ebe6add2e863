/** Building preferences, stored in this browser. */
import type { Sorting } from '../grid/rack';

const KEY = 'quincunx.pivit';

interface Choice {
  sorting: Sorting;
  /** Whether lines are coloured while building. */
  coloured: boolean;
}

class Settings {
  #choice = $state.raw<Choice>({ sorting: 'colour', coloured: true, ...remembered() });

  get sorting(): Sorting {
    return this.#choice.sorting;
  }

  set sorting(sorting: Sorting) {
    this.#choose({ sorting });
  }

  get coloured(): boolean {
    return this.#choice.coloured;
  }

  set coloured(coloured: boolean) {
    this.#choose({ coloured });
  }

  #choose(change: Partial<Choice>): void {
    this.#choice = { ...this.#choice, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#choice));
    } catch {
      // Storage may be blocked; then the setting lasts until the page is closed.
    }
  }
}

function remembered(): Partial<Choice> {
  try {
    const choice = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choice>;
    return {
      ...(choice.sorting === 'design' && { sorting: 'design' }),
      ...(choice.coloured === false && { coloured: false }),
    };
  } catch {
    return {};
  }
}

export const settings = new Settings();
