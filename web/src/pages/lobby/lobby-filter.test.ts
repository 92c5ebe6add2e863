import { describe, expect, it } from 'vitest';
import { DAY_S } from '../../messages/time';
import type { TableCard } from '../../wire';
import { clockOf, type Filter, matchesFilter, readFilter, writeFilter } from './lobby-filter';

const NO_FILTER: Filter = { game: '', clock: '', free: false };

function table(more: Partial<TableCard> = {}): TableCard {
  return {
    id: 't',
    game: 'quivvit',
    phase: 'gathering',
    host: { id: 'a', name: 'Ada' },
    names: ['Ada', ''],
    free: 1,
    pace: null,
    total: null,
    deal: 'fresh',
    options: {},
    since: 0,
    awaited: [],
    your_turn: false,
    seated: false,
    rated: false,
    programs: false,
    bot_seats: [],
    ratings: [],
    ...more,
  };
}

describe('the query in the address', () => {
  it.each<[Filter, string]>([
    [NO_FILTER, ''],
    [{ game: 'pivit', clock: '', free: false }, 'game=pivit'],
    [{ game: 'quivvit', clock: 'days', free: true }, 'game=quivvit&clock=days&free=1'],
  ])('contains the filter %o, and is read back', (filter, query) => {
    expect(writeFilter(filter)).toBe(query);
    expect(readFilter(new URLSearchParams(query))).toEqual(filter);
  });

  it('is ignored if it is invalid', () => {
    expect(readFilter(new URLSearchParams('clock=sand&other=1'))).toEqual(NO_FILTER);
  });
});

describe('a filter', () => {
  it('matches every table while nothing is chosen', () => {
    expect(matchesFilter(NO_FILTER, table())).toBe(true);
    expect(matchesFilter(NO_FILTER, table({ phase: 'playing', free: 0 }))).toBe(true);
  });

  it('can require a game', () => {
    expect(matchesFilter({ ...NO_FILTER, game: 'quivvit' }, table())).toBe(true);
    expect(matchesFilter({ ...NO_FILTER, game: 'pivit' }, table())).toBe(false);
  });

  it('can require a free seat before the game', () => {
    const free = { ...NO_FILTER, free: true };
    expect(matchesFilter(free, table())).toBe(true);
    expect(matchesFilter(free, table({ free: 0 }))).toBe(false);
    expect(matchesFilter(free, table({ phase: 'playing' }))).toBe(false);
  });

  it.each([
    [null, 'none'],
    [30, 'moves'],
    [DAY_S - 1, 'moves'],
    [DAY_S, 'days'],
  ] as const)('classifies a clock of %s seconds', (pace, clock) => {
    expect(clockOf({ pace, total: null })).toBe(clock);
    const total = pace === null ? null : { base: pace, increment: 0 };
    expect(clockOf({ pace: null, total })).toBe(clock);
    expect(matchesFilter({ ...NO_FILTER, clock }, table({ pace }))).toBe(true);
    const another = clock === 'none' ? 'days' : 'none';
    expect(matchesFilter({ ...NO_FILTER, clock: another }, table({ pace }))).toBe(false);
  });
});
