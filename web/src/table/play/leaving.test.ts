import { expect, it } from 'vitest';
import type { SeatMember, TableChanged } from '../../wire';
import { type LeavingCost, leavingCost } from './leaving';

function person(id: string, forfeited = false): SeatMember {
  return {
    person: { id, name: id },
    bot: null,
    ready: true,
    here: true,
    gone: false,
    forfeited,
    vacation: null,
  };
}

const ada = person('ada');
const bob = person('bob');
const cleo = person('cleo');
const bot: SeatMember = { ...ada, person: null, bot: 'expert' };

/** What leaving costs Ada, the first player at the first seat. */
function cost(
  seats: SeatMember[][],
  { rated, ending }: { rated: boolean; ending: TableChanged['ending'] },
): LeavingCost {
  const table = { rated, seats: seats.map((members) => ({ members })) };
  return leavingCost(table, { seat: 0, member: 0 }, ending);
}

it('leaving a casual game costs nothing', () => {
  expect(cost([[ada], [bob]], { rated: false, ending: 'ask' })).toBe('nothing');
  expect(cost([[ada], [bob], [bot]], { rated: false, ending: 'ask' })).toBe('nothing');
});

it.each<[string, SeatMember[][], TableChanged['ending'], LeavingCost]>([
  ['one opponent', [[ada], [bob]], 'ask', 'lost'],
  ['two opponents', [[ada], [bob], [cleo]], 'ask', 'last'],
  [
    'two opponents, one of whom has forfeited',
    [[ada], [bob], [person('cleo', true)]],
    'ask',
    'lost',
  ],
  ['opponents who have all forfeited', [[ada], [person('bob', true)]], 'won', 'lost'],
  ['bots only', [[ada], [bot], [bot]], 'lost', 'lost'],
  ['a person and a bot', [[ada], [bob], [bot]], 'never', 'last'],
  ['a partner and an opponent', [[ada, bob], [cleo]], 'ask', 'last'],
  ['partners against the deal', [[ada], [bob], [cleo], [bot]], 'ask_lost', 'lost_alone'],
  ['bots as partners against the deal', [[ada], [bot], [bot], [bot]], 'lost', 'lost'],
])('the cost of leaving a rated game with %s', (_, seats, ending, expected) => {
  expect(cost(seats, { rated: true, ending })).toBe(expected);
});
