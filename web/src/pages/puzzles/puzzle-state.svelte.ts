/** One puzzle after another: what is shown, what the player answers, and the streak. */
import { ApiError } from '../../net/api';
import { DraftSync } from '../../table/live/drafts.svelte';
import type { AnsweredPuzzle, Fault, LegalMove, PuzzleStreak } from '../../wire';

/** What all kinds of puzzles have. */
export interface Position {
  seat: number;
  view: unknown;
  moves: LegalMove[];
  draft?: unknown;
  streak?: PuzzleStreak | null;
}

/** Where puzzles come from, and who judges the answers. */
export interface PuzzleSource<P extends Position> {
  /** Fetch the next puzzle. */
  next: () => Promise<P>;
  answer: (puzzle: P, moves: readonly string[]) => Promise<AnsweredPuzzle>;
  check: (puzzle: P, draft: unknown) => Promise<readonly Fault[]>;
}

/** How long to wait before asking a busy server once more. */
export const BUSY_RETRY_MS = 1500;

/** `asking`: the player can answer; `solved` and `failed`: the verdict is shown. */
export type PuzzlePhase = 'loading' | 'asking' | 'solved' | 'failed';

export class PuzzleState<P extends Position> {
  puzzle = $state.raw<P | null>(null);
  /** The last verdict, until the player tries again. */
  answered = $state.raw<AnsweredPuzzle | null>(null);
  phase = $state<PuzzlePhase>('loading');
  /** Whether an answer has been sent and not yet judged. */
  busy = $state(false);
  streak = $state.raw<PuzzleStreak | null>(null);
  /** Whether the last answer made the best streak longer. */
  isNewBest = $state(false);
  /** Counts the boards that have been shown: a new attempt begins with a new board. */
  boards = $state(0);
  drafts = $state.raw(this.#newDrafts());

  #source: PuzzleSource<P>;
  #played: string[] = [];
  #prefetched: Promise<P> | null = null;

  readonly view: unknown = $derived(this.answered?.view ?? this.puzzle?.view);
  readonly moves: LegalMove[] = $derived.by(() => {
    if (this.phase === 'solved') return [];
    return this.answered?.moves ?? this.puzzle?.moves ?? [];
  });
  /** The move that would have been right; `null` while the player is still looking for it. */
  readonly suggested: string | null = $derived(
    this.phase === 'failed' ? (this.answered?.best[0]?.move ?? null) : null,
  );

  constructor(source: PuzzleSource<P>) {
    this.#source = source;
  }

  /** Show the next puzzle. Throws `ApiError` if there is none. */
  async next(): Promise<void> {
    const next = this.#prefetched ?? this.#fetch();
    this.#prefetched = null;
    this.puzzle = await next;
    this.streak = this.puzzle.streak ?? null;
    this.#begin();
  }

  /** Fetch the next puzzle, with a second attempt if the server is busy. */
  async #fetch(): Promise<P> {
    try {
      return await this.#source.next();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503)) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
      return this.#source.next();
    }
  }

  /** Ask the same question again; the answer no longer counts. */
  tryAgain(): void {
    this.#begin();
  }

  /** Play a move. Throws `ApiError` if it is not an answer. */
  async play(move: string): Promise<void> {
    await this.#answer(this.phase === 'asking' ? [...this.#played, move] : [move]);
  }

  /** End the streak and show the solution. */
  async giveUp(): Promise<void> {
    await this.#answer([]);
  }

  async #answer(moves: string[]): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.busy || this.phase === 'loading' || this.phase === 'solved') return;
    this.busy = true;
    try {
      this.#judge(moves, await this.#source.answer(puzzle, moves));
    } finally {
      this.busy = false;
    }
  }

  #judge(moves: string[], answered: AnsweredPuzzle): void {
    this.answered = answered;
    if (answered.right && !answered.solved) {
      this.#played = moves;
      this.phase = 'asking';
      return;
    }
    this.phase = answered.solved ? 'solved' : 'failed';
    if (!answered.solved) this.#newBoard();
    if (!answered.streak) return;
    this.isNewBest = answered.streak.best > (this.streak?.best ?? 0);
    this.streak = answered.streak;
    // While the player reads the verdict, so that the next puzzle appears at once.
    this.#prefetched = this.#fetch();
    this.#prefetched.catch(() => {
      this.#prefetched = null;
    });
  }

  #begin(): void {
    this.answered = null;
    this.isNewBest = false;
    this.#played = [];
    this.phase = 'asking';
    this.#newBoard();
  }

  #newBoard(): void {
    this.boards++;
    this.drafts = this.#newDrafts();
    this.drafts.followServer(this.puzzle?.draft ?? null);
  }

  #newDrafts(): DraftSync {
    return new DraftSync(async (draft) => {
      try {
        return this.puzzle ? await this.#source.check(this.puzzle, draft) : [];
      } catch (error) {
        if (error instanceof ApiError) return [];
        throw error;
      }
    });
  }
}
