/** The sound of a celebration. */
import type { Celebration } from '../ui/board/celebration.svelte';
import type { Cue } from './sound-gate';

/** No cue without a celebration; another player's score is never a fanfare. */
export function scoreCue(
  celebration: Celebration | null,
  seat: number | null,
  afterMs = 0,
): readonly Cue[] {
  if (!celebration) return [];
  const isOwn = celebration.seat === null || celebration.seat === seat;
  return [{ sound: isOwn && celebration.isLarge ? 'largeScore' : 'score', isOwn, afterMs }];
}
