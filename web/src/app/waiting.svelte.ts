/** The person's games that wait for a move, on whichever page. */
import { LobbyConnection, lobby } from '../net/lobby.svelte';
import type { LobbySnapshot, TableCard } from '../wire';
import { router } from './router.svelte';

class WaitingGames {
  /** A connection for the person's own games alone, for pages that do not show the lobby. */
  readonly #own = new LobbyConnection('/api/lobby/socket?changes=true&own=true');
  #stopListening: (() => void) | null = null;
  /** The last message before the connection was opened. */
  #before: LobbySnapshot | null = null;

  /** The table on this page, which is not counted: the reader sees it. */
  readonly #here = $derived(router.route.page === 'table' ? router.route.param : '');
  readonly #yours = $derived(
    ((lobby.isListening && lobby.latest) || this.#own.latest)?.yours ?? [],
  );
  readonly #games = $derived(
    this.#yours.filter(({ id, your_turn }) => your_turn && id !== this.#here),
  );
  /** The number of other games that wait for the person. */
  readonly count = $derived(this.#games.length);
  /** The game that has waited the longest. */
  readonly next = $derived(longestWaiting(this.#games));

  /** Whether it is the person's turn at the table on this page. */
  isTurnHere = $state(false);

  /** Follow the person's games, while there are others than the one on this page. */
  start(): void {
    if (this.#stopListening) return;
    this.#before = this.#own.latest;
    this.#stopListening = this.#own.listen();
  }

  stop(): void {
    this.#stopListening?.();
    this.#stopListening = null;
  }

  /** Forget the games of a person who has logged out. */
  forget(): void {
    this.stop();
    this.#own.latest = null;
  }

  /** Whether there is nothing to follow until the next page. */
  isIdle(): boolean {
    const isKnown = this.#own.latest !== this.#before;
    return isKnown && this.#yours.every(({ id }) => id === this.#here);
  }
}

export function longestWaiting(games: readonly TableCard[]): TableCard | null {
  return games.reduce<TableCard | null>(
    (first, game) => (first && first.since <= game.since ? first : game),
    null,
  );
}

export const waiting = new WaitingGames();
