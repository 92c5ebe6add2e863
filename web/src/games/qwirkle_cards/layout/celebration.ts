/** What Qwirkle Cards celebrates: completed Qwirkles. */
import { t } from '../../../messages';
import type { Celebration } from '../../../ui/board/celebration.svelte';

/** The celebration of a turn’s Qwirkles, each given by the ids of its cards. */
export function celebrationOf(seat: number, sets: readonly (readonly string[])[]): Celebration {
  const [first = []] = sets;
  return {
    seat,
    text: t('qwirkle_cards.board.made', { count: sets.length }),
    from: `[data-card="${first[Math.floor(first.length / 2)]}"]`,
    to: `[data-pile="${seat}"]`,
    glow: sets.flatMap((ids) => ids.map((id) => `[data-card="${id}"] .card`)),
    isLarge: true,
  };
}
