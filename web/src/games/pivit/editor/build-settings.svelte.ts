/** Building preferences, stored in this browser. */
import { readStored, store } from '../../../app/storage';
import type { RackSorting } from '../grid/rack';

const KEY = 'quincunx.pivit';

interface BuildChoices {
  sorting: RackSorting;
  /** Whether lines are coloured while building. */
  coloured: boolean;
}

class BuildSettings {
  #choice = $state.raw<BuildChoices>({ sorting: 'colour', coloured: true, ...storedChoices() });

  get sorting(): RackSorting {
    return this.#choice.sorting;
  }

  set sorting(sorting: RackSorting) {
    this.#choose({ sorting });
  }

  get coloured(): boolean {
    return this.#choice.coloured;
  }

  set coloured(coloured: boolean) {
    this.#choose({ coloured });
  }

  #choose(change: Partial<BuildChoices>): void {
    this.#choice = { ...this.#choice, ...change };
    store(KEY, JSON.stringify(this.#choice));
  }
}

function storedChoices(): Partial<BuildChoices> {
  try {
    const choice = JSON.parse(readStored(KEY) ?? '{}') as Partial<BuildChoices>;
    return {
      ...(choice.sorting === 'design' && { sorting: 'design' }),
      ...(choice.coloured === false && { coloured: false }),
    };
  } catch {
    return {};
  }
}

export const settings = new BuildSettings();
