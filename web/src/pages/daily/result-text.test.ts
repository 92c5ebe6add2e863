import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../messages';
import type { Attempt, Daily } from '../../wire';
import { filledSquares, placeText, resultText } from './result-text';

beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  await loadLanguage('en');
  await loadGameMessages('daily');
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const attempt = (score: number, won = true): Attempt => ({
  table: 't',
  person: { id: 'a', name: 'Ada' },
  score,
  won,
  ended: 0,
  known: false,
});

function daily(game: string, seats: number, yours: Attempt, place: number, best = yours): Daily {
  return {
    game,
    day: '2026-11-16',
    closes: 0,
    commitment: '',
    seed: null,
    results: {
      game,
      seats,
      deal: '',
      attempts: [best],
      yours,
      players: 12,
      place,
      low_score_wins: game === 'pivit' || game === 'quatrefoil',
    },
    table: 't',
    streak: 5,
  };
}

describe('squares', () => {
  const filled = (...args: Parameters<typeof daily>) => filledSquares(daily(...args).results);

  it('are all filled by the best result of the day, and by no other', () => {
    expect(filled('quivvit', 2, attempt(34), 1)).toBe(5);
    expect(filled('quivvit', 2, attempt(99), 2, attempt(100))).toBe(4);
    expect(filled('quivvit', 2, attempt(40, false), 2, attempt(34))).toBe(4);
  });

  it.each([
    [100, 4],
    [61, 4],
    [60, 3],
    [21, 2],
    [1, 1],
    [0, 0],
  ])('are filled for %i points of 100: %i', (score, count) => {
    expect(filled('coloryam', 1, attempt(score), 2, attempt(100))).toBe(count);
  });

  it('are more for shorter times and fewer actions', () => {
    expect(filled('pivit', 1, attempt(120), 2, attempt(60))).toBe(3);
    expect(filled('pivit', 1, attempt(600), 9, attempt(60))).toBe(1);
    expect(filled('quatrefoil', 4, attempt(12), 3, attempt(10))).toBe(4);
  });

  it('stay empty if the task was not solved, even in first place', () => {
    expect(filled('pivit', 1, attempt(0, false), 1)).toBe(0);
    expect(filled('quatrefoil', 4, attempt(9, false), 4, attempt(10))).toBe(0);
  });

  it('count the points of a Qwirkle Cards puzzle whose best answer was missed', () => {
    expect(filled('qwirkle_cards', 1, attempt(13, false), 2, attempt(25))).toBe(3);
    expect(filled('qwirkle_cards', 1, attempt(13, false), 2, attempt(0))).toBe(0);
  });
});

describe('the place', () => {
  const placed = (place: number | null, players: number, isOpen = false) =>
    placeText({ ...daily('quivvit', 2, attempt(1), 1).results, place, players }, isOpen);

  it.each([
    [1, '1st of 120'],
    [2, '2nd of 120'],
    [3, '3rd of 120'],
    [11, '11th of 120'],
    [22, '22nd of 120'],
    [113, '113th of 120'],
  ])('%i is written “%s”', (place, text) => {
    expect(placed(place, 120)).toBe(text);
  });

  it('can still change until the day ends', () => {
    expect(placed(3, 12, true)).toBe('3rd of 12 so far');
    expect(placed(1, 1, true)).toBe('First to finish today');
    expect(placed(null, 12, true)).toBe('');
  });
});

describe('the text', () => {
  it('contains the result, the place and the streak, and reveals nothing about the deal', () => {
    expect(resultText(daily('quivvit', 2, attempt(34), 3, attempt(47)))).toBe(
      'Quincunx: Daily Quivvit, 16 Nov 2026\n🟥🟦🟨🟩⬜ 34 points\n3rd of 12 so far · 5 days in a row',
    );
  });

  it('omits the place of a single player and a streak of one day', () => {
    const { results, ...deal } = daily('pivit', 1, attempt(125), 1);
    const alone = { ...deal, seed: 'seed', streak: 1, results: { ...results, players: 1 } };
    expect(resultText(alone)).toBe('Quincunx: Daily Pivit, 16 Nov 2026\n🟥🟦🟨🟩🟪 2 min 5 s');
  });
});
