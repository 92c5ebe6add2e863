/** Which daily game to play next. */
import type { Daily } from '../../wire';

/** The next of the day's games, after the given one, that the viewer has not finished. */
export function nextDaily(games: readonly Daily[], game: string): Daily | null {
  const here = games.findIndex((each) => each.game === game);
  const inOrder = [...games.slice(here + 1), ...games.slice(0, Math.max(here, 0))];
  return inOrder.find(({ results }) => results.yours === null) ?? null;
}
