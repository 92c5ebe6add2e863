/** Plays the sounds of a board, derived from the difference between two views. */
import { untrack } from 'svelte';
import { sounds } from '../games';
import { playCues } from './player';

interface ShownBoard {
  game: string;
  /** `undefined` while it is not known. */
  view: unknown;
  seat: number | null;
}

/** Follow a board's views for as long as the calling component exists. */
export function followBoard(board: () => ShownBoard): void {
  let then: unknown;
  $effect(() => {
    const { game, view: now, seat } = board();
    untrack(() => {
      const before = then;
      then = now;
      if (before === undefined || now === undefined || before === now) return;
      // Without a connection there is no sound; the next change tries to load them again.
      void sounds(game)?.then(
        (soundsBetween) => playCues(soundsBetween(before, now, seat)),
        () => {},
      );
    });
  });
}
