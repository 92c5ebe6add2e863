/** Trades a tile: the player chooses one and confirms. */

import type { Offer } from '../../contract';
import type { GridBuilder } from '../grid/grid-builder.svelte';

interface TradingOptions {
  builder: () => GridBuilder;
  moves: () => readonly Offer[];
  busy: () => boolean;
  onmove: (move: string) => void;
}

export class Trading {
  /** Whether the next tapped tile is to be traded. */
  choosing = $state(false);
  /** The tile whose trade needs confirmation. */
  tile = $state<number | null>(null);

  #options: TradingOptions;

  /** The held tile, if it is only one. */
  readonly #single: number | null = $derived.by(() => {
    const { held, anchor } = this.#options.builder();
    return held.size === 1 ? anchor : null;
  });
  /** Whether the held tile can be traded. */
  readonly canTradeHeld: boolean = $derived.by(() => {
    const { builder, moves, busy } = this.#options;
    if (this.#single === null || busy()) return false;
    const wanted = `trade ${builder().kindOf(this.#single)}`;
    return moves().some(({ move }) => move === wanted);
  });
  /** Whether the player can begin a trade. */
  readonly canAsk: boolean = $derived.by(() => {
    const { builder, moves, busy } = this.#options;
    if (builder().held.size > 0) return this.canTradeHeld;
    return !busy() && moves().some(({ move }) => move.startsWith('trade'));
  });

  constructor(options: TradingOptions) {
    this.#options = options;
  }

  /** Ask for confirmation; without a held tile, ask for a tile first. */
  ask(): void {
    this.tile = this.#single;
    this.choosing = this.#single === null;
  }

  confirm(): void {
    const { builder, busy, onmove } = this.#options;
    if (this.tile === null || busy()) return;
    const [grid, tile] = [builder(), this.tile];
    grid.markTraded(tile);
    onmove(`trade ${grid.kindOf(tile)}`);
    this.tile = null;
    grid.letGo();
  }

  cancel(): void {
    this.tile = null;
    this.choosing = false;
  }

  /** Forget a tile that is not the player's any more. */
  update(): void {
    const { tiles } = this.#options.builder();
    if (this.tile !== null && !tiles.some(({ id }) => id === this.tile)) this.tile = null;
  }
}
