/** What a board celebrates, derived from the difference between two views. */
import { untrack } from 'svelte';

export interface Celebration {
  /** The seat that scored; `null` if all players did together. */
  seat: number | null;
  /** What rises from the board, such as “+12”. */
  text: string;
  /** Where it rises: a CSS selector within the board. */
  from: string;
  /** The score that it flies to. */
  to?: string;
  /** What lights up before, one after the other. */
  glow?: readonly string[];
  /** Time until it begins, while the pieces that score are still moving. */
  delayMs?: number;
  /** Whether the score is unusually high. */
  isLarge?: boolean;
}

/** The celebration of the latest change of a view. */
export class LatestCelebration<View> {
  current = $state.raw<Celebration | null>(null);

  constructor(view: () => View, between: (then: View, now: View) => Celebration | null) {
    let then: View | null = null;
    $effect.pre(() => {
      const now = view();
      untrack(() => {
        if (then !== null && then !== now) this.current = between(then, now);
        then = now;
      });
    });
  }
}
