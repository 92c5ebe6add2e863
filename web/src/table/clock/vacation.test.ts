import { expect, it } from 'vitest';
import type { Table } from '../../wire';
import { isOn, timeOutside, vacationAt } from './vacation';

const WEEK = { starts: 100, ends: 800 };

it.each([
  [1000, 0, 300, 'a planned vacation is excluded'],
  [1000, 400, 600, 'the rest of the vacation is excluded'],
  [1000, 800, 1000, 'a vacation that is over has no effect'],
  [50, 0, 50, 'the time is up before the vacation begins'],
])('of %d ms from %d on, %d are outside the vacation: %s', (left, here, expected) => {
  expect(timeOutside(left, WEEK, here)).toBe(expected);
});

it('the time left does not change during the vacation', () => {
  const limit = 1000;
  expect(timeOutside(limit - 200, WEEK, 200)).toBe(timeOutside(limit - 700, WEEK, 700));
});

it('a vacation lasts from its start until just before its end', () => {
  expect([99, 100, 799, 800].map((here) => isOn(WEEK, here))).toEqual([false, true, true, false]);
});

it('a member’s vacation counts from when the client received the table', () => {
  const member = { vacation: { starts: 0, ends: 700 } };
  const table = { seats: [{ members: [member] }, { members: [null] }] } as unknown as Table;
  expect(vacationAt(table, 0, 100)).toEqual(WEEK);
  expect(vacationAt(table, 1, 100)).toBeNull();
});
