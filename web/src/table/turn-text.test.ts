import { beforeAll, expect, it } from 'vitest';
import { formatMessage, loadLanguage } from '../messages';
import type { Seat, SeatMember } from '../wire';
import { playerNames, playerNamesInRecord } from './seating';
import { outcomeMessage, turnMessage } from './turn-text';

beforeAll(() => loadLanguage('en'));

const names = ['Ada', 'Bo', 'Cy'];

it.each([
  [[0], 0, 'Your turn'],
  [[0, 1], 0, 'Your turn (others can play too)'],
  [[1], 0, 'Waiting for Bo'],
  [[1, 2], null, 'Waiting for Bo and Cy'],
])('awaiting %o, seat %o: %s', (awaited, seat, words) => {
  expect(formatMessage(turnMessage({ awaited }, seat), names)).toContain(words);
});

it('the turn text names the player’s team while another member is on turn', () => {
  expect(formatMessage(turnMessage({ awaited: [0] }, 0, false), names)).toContain('Your team');
});

it.each([
  [[0, 1, 2], 0, 'page.end.all_won'],
  [[], 0, 'page.end.all_lost'],
  [[0], 0, 'page.end.you_won'],
  [[1], 0, 'page.end.won'],
  [[1], null, 'page.end.won'],
])('winners %o, seat %o: %s', (winners, seat, id) => {
  expect(outcomeMessage(winners, 3, seat).id).toBe(id);
});

function seat(sitter: Partial<SeatMember> | null): Seat {
  return {
    members: [
      sitter && {
        person: null,
        bot: null,
        ready: true,
        here: true,
        gone: false,
        forfeited: false,
        vacation: null,
        ...sitter,
      },
    ],
  };
}

it('people are listed by name and bots by level', () => {
  const seats = [
    seat({ person: { id: 'a', name: 'Ada' } }),
    seat({ bot: 'easy' }),
    seat({ bot: 'expert' }),
    seat({ bot: 'easy' }),
    seat(null),
  ];
  expect(playerNames({ seats })).toEqual([
    'Ada',
    'Easy bot 1',
    'Expert bot',
    'Easy bot 2',
    'Player 5',
  ]);
});

it('a person with a stand-in bot is listed by their own name', () => {
  const seats = [seat({ person: { id: 'a', name: 'Ada' }, bot: 'easy' }), seat({ bot: 'easy' })];
  expect(playerNames({ seats })).toEqual(['Ada', 'Easy bot']);
});

it('both members of a team are listed', () => {
  const [ada] = seat({ person: { id: 'a', name: 'Ada' } }).members;
  const [bo] = seat({ person: { id: 'b', name: 'Bo' } }).members;
  expect(playerNames({ seats: [{ members: [ada ?? null, bo ?? null] }] })).toEqual(['Ada & Bo']);
});

it('the bots of a record are listed by level', () => {
  expect(playerNamesInRecord(['Ada', 'easy', 'easy'], 4, ['easy'])).toEqual([
    'Ada',
    'Easy bot 1',
    'Easy bot 2',
    'Player 4',
  ]);
});

it('a single player’s outcome mentions neither winning nor losing', () => {
  expect(outcomeMessage([0], 1, 0).id).toBe('page.end.alone');
});
