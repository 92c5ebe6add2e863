/** What Quatrefoil celebrates: the stack that solves a deal. */
import { t } from '../../../messages';
import type { Celebration } from '../../../ui/board/celebration.svelte';
import type { QuatrefoilView } from '../view';

/** Until the last token has nearly reached the others. */
const STACK_MS = 160;

type DealView = Pick<QuatrefoilView, 'ending' | 'tokens' | 'target' | 'series'>;

/** The celebration of a solved deal, which all players solved together; otherwise `null`. */
export function celebrationBetween(then: DealView, now: DealView): Celebration | null {
  if (then.ending !== '' || now.ending !== 'stack') return null;
  if (!now.tokens.every((colour, place) => colour === now.target[place])) return null;
  return {
    seat: null,
    text: t('quatrefoil.board.solved'),
    from: '[data-square]',
    delayMs: STACK_MS,
    glow: now.tokens.map((colour) => `[data-token="${colour}"]`),
    ...(now.series && { to: `[data-deal="${now.series.finished.length}"]` }),
    isLarge: true,
  };
}
