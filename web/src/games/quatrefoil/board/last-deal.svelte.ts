/** Shows how the last deal of a series ended before the next one, which begins at once. */
import { untrack } from 'svelte';
import { type QuatrefoilView, viewOfFinished } from '../view';

/** Long enough to see the solution, in milliseconds. A tap or a key skips it. */
const SHOW_MS = 2200;

export class LastDeal {
  /** Whether the last deal is shown instead of the current one. */
  isShown = $state(false);
  readonly view: QuatrefoilView;

  constructor(current: () => QuatrefoilView, live: () => boolean) {
    const finished = $derived(current().series?.finished.length ?? 0);
    let seen = untrack(() => finished);
    $effect.pre(() => {
      const { ending } = current();
      untrack(() => {
        // The next player's action does not cut it short; a reader who steps through a game does.
        if (finished === seen && live()) return;
        this.isShown = finished === seen + 1 && ending === '';
        seen = finished;
      });
    });
    $effect.pre(() => {
      if (!this.isShown) return;
      const timer = setTimeout(this.skip, SHOW_MS);
      return () => clearTimeout(timer);
    });
    this.view = $derived.by(() => {
      const last = current().series?.finished.at(-1);
      return this.isShown && last ? viewOfFinished(current(), last) : current();
    });
  }

  skip = (): void => {
    this.isShown = false;
  };
}
