import { expect, it } from 'vitest';
import type { SeatMember, Table } from '../wire';
import { awaitsNobodyElse, isReadyOnArrival } from './seating';

const bot = { bot: 'easy', person: null, ready: true } as unknown as SeatMember;

function person(id: string): SeatMember {
  return { bot: null, person: { id, name: id }, ready: false } as unknown as SeatMember;
}

function table(members: (SeatMember | null)[], more: Partial<Table> = {}): Table {
  const seats = members.map((member) => ({ members: [member] }));
  return { seats, host: { id: 'ada' }, fills: null, starts_by: null, ...more } as unknown as Table;
}

it.each([
  ['alone', [person('ada')], true],
  ['with bots', [person('ada'), bot], true],
  ['with a free seat', [person('ada'), null], false],
  ['with another person', [person('ada'), person('bob')], false],
  ['not seated', [bot, bot], false],
])('whether nobody else is awaited: %s', (_, members, expected) => {
  expect(awaitsNobodyElse(table(members), 'ada')).toBe(expected);
});

it('a player is ready on arrival, except for the host of a table with other people', () => {
  const friends = [person('ada'), person('bob')];
  expect(isReadyOnArrival(table(friends), 'ada')).toBe(false);
  expect(isReadyOnArrival(table(friends), 'bob')).toBe(true);
  expect(isReadyOnArrival(table(friends, { fills: 1000 }), 'ada')).toBe(true);
  expect(isReadyOnArrival(table(friends, { starts_by: 1000 }), 'ada')).toBe(true);
  expect(isReadyOnArrival(table([person('ada'), bot]), 'ada')).toBe(true);
});
