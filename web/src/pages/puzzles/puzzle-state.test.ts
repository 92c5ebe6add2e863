import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../net/api';
import type { AnsweredPuzzle, ShownPuzzle } from '../../wire';
import { BUSY_RETRY_MS, PuzzleState } from './puzzle-state.svelte';

const shown = (number: number, current = 0): ShownPuzzle => ({
  game: 'quivvit',
  number,
  level: 0,
  question: { id: 'quivvit.puzzle.question', args: {} },
  seat: 0,
  view: `view ${number}`,
  moves: [{ move: 'a', words: { id: 'a', args: {} }, effect: null }],
  draft: null,
  streak: { game: 'quivvit', current, best: 4 },
  has_mistakes: true,
});

const verdict = (partial: Partial<AnsweredPuzzle>): AnsweredPuzzle => ({
  right: false,
  solved: false,
  loss: 1,
  message: null,
  best: [],
  view: 'after',
  moves: [],
  streak: null,
  ...partial,
});

/** A state whose server sends puzzles 1, 2, … and these verdicts. */
function puzzles(...verdicts: AnsweredPuzzle[]) {
  let number = 0;
  const sent: (readonly string[])[] = [];
  const state = new PuzzleState({
    next: async () => shown(++number, number - 1),
    answer: async (_, moves) => {
      sent.push(moves);
      const answered = verdicts.shift();
      if (!answered) throw new Error('no verdict left');
      return answered;
    },
    check: async () => [],
  });
  return { state, sent, asked: () => number };
}

const SOLVED = verdict({
  right: true,
  solved: true,
  loss: 0,
  streak: { game: 'quivvit', current: 5, best: 5 },
});

describe('a puzzle', () => {
  it('counts when it is solved, and the next one is fetched at once', async () => {
    const { state, asked } = puzzles(SOLVED);
    await state.next();
    await state.play('a');
    expect(state.phase).toBe('solved');
    expect(state.streak?.current).toBe(5);
    expect(state.isNewBest).toBe(true);
    expect(state.moves).toEqual([]);
    expect(asked()).toBe(2);
    await state.next();
    expect(asked()).toBe(2);
    expect(state.puzzle?.number).toBe(2);
    expect(state.phase).toBe('asking');
  });

  it('can take several moves, which are sent together', async () => {
    const { state, sent } = puzzles(verdict({ right: true, loss: 0 }), SOLVED);
    await state.next();
    await state.play('first');
    expect(state.phase).toBe('asking');
    expect(state.view).toBe('after');
    await state.play('second');
    expect(sent).toEqual([['first'], ['first', 'second']]);
    expect(state.phase).toBe('solved');
  });

  it('shows the better move after a wrong one, until the player tries again', async () => {
    const best = [{ move: 'b', words: { id: 'b', args: {} }, effect: null }];
    const { state, sent, asked } = puzzles(
      verdict({ best, streak: { game: 'quivvit', current: 0, best: 4 } }),
      verdict({ right: true, solved: true, loss: 0 }),
    );
    await state.next();
    const boards = state.boards;
    await state.play('a');
    expect(state.phase).toBe('failed');
    expect(state.suggested).toBe('b');
    expect(state.boards).toBe(boards + 1);
    state.tryAgain();
    expect(state.suggested).toBeNull();
    expect(state.view).toBe('view 1');
    await state.play('b');
    expect(sent).toEqual([['a'], ['b']]);
    expect(state.phase).toBe('solved');
    expect(state.streak?.current).toBe(0);
    expect(asked()).toBe(2);
  });

  it('is given up by sending an answer without moves', async () => {
    const { state, sent } = puzzles(verdict({}));
    await state.next();
    await state.giveUp();
    expect(sent).toEqual([[]]);
    expect(state.phase).toBe('failed');
  });

  it('stays open if the server refuses an answer', async () => {
    const { state } = puzzles();
    await state.next();
    await expect(state.play('a')).rejects.toThrow('no verdict left');
    expect(state.phase).toBe('asking');
    expect(state.busy).toBe(false);
  });

  it('is requested once more if the server is busy', async () => {
    vi.useFakeTimers();
    const busy = new ApiError(503, { id: 'table.refusal.puzzles_busy', args: {} }, 'ThinkingBusy');
    const next = vi.fn().mockRejectedValueOnce(busy).mockResolvedValueOnce(shown(7));
    const unused = vi.fn();
    const state = new PuzzleState({ next, answer: unused, check: unused });
    const loading = state.next();
    await vi.advanceTimersByTimeAsync(BUSY_RETRY_MS);
    await loading;
    expect(state.puzzle?.number).toBe(7);
    next.mockRejectedValue(busy);
    const refused = expect(state.next()).rejects.toBe(busy);
    await vi.advanceTimersByTimeAsync(BUSY_RETRY_MS);
    await refused;
    expect(next).toHaveBeenCalledTimes(4);
    vi.useRealTimers();
  });
});
