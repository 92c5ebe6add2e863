import { beforeAll, expect, it } from 'vitest';
import { loadLanguage } from '../../messages';
import { attemptText, ranks, scoreText } from './score-text';

beforeAll(() => loadLanguage('en'));

it.each([
  ['quivvit', 2, 41, '41 points'],
  ['quatrefoil', 4, 1, '1 action'],
  ['coloryam', 1, 200, '200 points'],
  ['qwirkle_cards', 3, 2, '2 Qwirkles'],
  ['qwirkle_cards', 1, 29, '29 points: 2 Qwirkles, 9 cards played'],
  ['pivit', 2, 3, '3 points'],
  ['pivit', 1, 125, '2 min 5 s'],
  ['pivit', 1, 59, '59 s'],
])('%s with %s seats and a score of %s: %s', (game, seats, score, words) => {
  expect(scoreText({ game, seats }, score)).toBe(words);
});

it('a failed attempt is marked as lost', () => {
  const attempt = {
    table: 't',
    person: { id: 'a', name: 'Ada' },
    score: 9,
    won: false,
    ended: 0,
    known: false,
  };
  const deal = { game: 'quatrefoil', seats: 4 };
  expect(attemptText(deal, attempt)).toBe('9 actions, lost');
  expect(attemptText(deal, { ...attempt, won: true })).toBe('9 actions');
});

it('the score of a Qwirkle Cards puzzle has the same text as in the game', () => {
  const deal = { game: 'qwirkle_cards', seats: 1 };
  const attempt = {
    table: 't',
    person: { id: 'a', name: 'Ada' },
    score: 3,
    won: false,
    ended: 0,
    known: false,
  };
  expect(attemptText(deal, attempt)).toBe(
    '3 points: no Qwirkle, 3 cards played; more Qwirkles were possible',
  );
  expect(attemptText(deal, { ...attempt, score: 23, won: true })).toBe(
    '23 points: 2 Qwirkles, 3 cards played',
  );
});

it('equal results share a place', () => {
  const won = [5, 7, 7, 9].map((score) => ({ score, won: true }));
  expect(ranks([...won, { score: 9, won: false }])).toEqual([1, 2, 2, 4, 5]);
});
