import { expect, it } from 'vitest';
import type { Table } from '../../wire';
import { isOn, timeOutside, vacationAt } from './vacation';

const WEEK = { starts: 100, ends: 800 };

it.each([
  [1000, 0, 300, 'a planned vacation is left out'],
  [1000, 400, 600, 'what is left of the vacation is left out'],
  [1000, 800, 1000, 'a vacation that is over counts no more'],
  [50, 0, 50, 'the time is up before the vacation begins'],
])('of %d ms at %d, %d are not vacation: %s', (left, here, expected) => {
  expect(timeOutside(left, WEEK, here)).toBe(expected);
});

it('stands still during the vacation', () => {
  const limit = 1000;
  expect(timeOutside(limit - 200, WEEK, 200)).toBe(timeOutside(limit - 700, WEEK, 700));
});

it('knows from when to when it lasts', () => {
  expect([99, 100, 799, 800].map((here) => isOn(WEEK, here))).toEqual([false, true, true, false]);
});

it('counts from the moment at which the table was received', () => {
  const member = { vacation: { starts: 0, ends: 700 } };
  const table = { seats: [{ members: [member] }, { members: [null] }] } as unknown as Table;
  expect(vacationAt(table, 0, 100)).toEqual(WEEK);
  expect(vacationAt(table, 1, 100)).toBeNull();
});
