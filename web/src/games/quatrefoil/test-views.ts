/** Views for tests: a game of four in which the free token is purple, and a series of five deals. */
import type { Letter } from '../../ui/pieces';
import type { QuatrefoilView } from './view';

const tokens: Letter[] = ['R', 'G', 'B', 'Y', 'P'];

export const base: QuatrefoilView = {
  seat: 0,
  dealt: tokens,
  tokens,
  colours: ['R', null, null, null],
  positions: ['NW', null, null, null],
  target: ['R', null, null, null, null],
  signals: [true, false, false, true],
  turn: 0,
  actions: 3,
  looked: [true, true, true, true],
  clock_ends: null,
  par: null,
  ending: '',
};

/** What every seat sees of the cards after the end. */
export const revealed: Partial<QuatrefoilView> = {
  colours: ['R', 'P', 'G', 'Y'],
  positions: ['NW', 'NE', 'SE', 'SW'],
  target: ['R', 'P', 'G', 'Y', 'B'],
  par: 2,
};

/** Dual: two players without colour cards and signals. */
export const dual: QuatrefoilView = {
  ...base,
  ...revealed,
  turn: null,
  colours: [null, null, null, null],
};

const finished = {
  dealt: tokens,
  tokens: ['Y', 'R', 'G', 'B', 'P'] as Letter[],
  target: ['Y', 'R', 'G', 'B', 'P'] as Letter[],
  positions: ['NW', 'NE', 'SE', 'SW'] as const,
  actions: 1,
  par: 2,
  solved: true,
  score: -1,
};

export const firstDeal: QuatrefoilView = {
  ...base,
  series: { deals: 5, finished: [], total: 0 },
};
export const secondDeal: QuatrefoilView = {
  ...base,
  series: { deals: 5, finished: [finished], total: -1 },
};
