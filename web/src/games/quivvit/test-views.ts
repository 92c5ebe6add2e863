/** Views for tests: a full grid, the results of rotating b2, and a seat that may block. */
import type { QuivvitView } from './view';

const GRID = [
  ['GYRB1', 'YGBR1', 'RYGB2', 'RGBY1', 'RGBY1'],
  ['BGYR2', 'RBGY1', 'YGRB3', 'RGBY-1', 'RGBY1'],
  ['RYBG1', 'GRYB2', 'RYGB1', 'RGBY1', 'RGBY1'],
  ['RGBY1', 'RGBY1', 'RGBY1', 'RGBY1', 'RGBY1'],
  ['RGBY1', 'RGBY1', 'RGBY1', 'RGBY1', 'RGBY1'],
].flat();

/** Mia, Ada and Ben; it is Mia's turn. */
export const base: QuivvitView = {
  seat: 0,
  grid: GRID,
  deck: [100, 20],
  points: [4, 0, 7],
  cards: [3, 0, 5],
  apart: [[], [], []],
  apart_points: [0, 0, 0],
  blocks: [null, null, null],
  may_block: [false, false, false],
  doubles: [false, false, false],
  teams: [1, 1, 1],
  member: 0,
  order: [0, 1, 2],
  round: 2,
  played: 0,
  turn: 0,
  draining: false,
  phase: 'turn',
  waiting: [],
  quiet: [false, false, false],
  random_color: false,
  colour: null,
  bonuses: [null, null, null],
  last: null,
  winners: [],
};

export const after: QuivvitView = {
  ...base,
  grid: GRID.with(6, 'YGBR3').with(7, 'RYGB1').with(11, 'GYRB2'),
  deck: [97, 20],
  points: [10, 0, 7],
  cards: [6, 0, 5],
  played: 1,
  turn: 1,
  last: {
    seat: 0,
    way: 'right',
    cell: 'b2',
    links: [
      { colour: 'B', cells: ['b2', 'c2'] },
      { colour: 'G', cells: ['b2', 'b3'] },
    ],
    cells: ['b2', 'c2', 'b3'],
    cards: ['YRBG1', 'YGRB3', 'GRYB2'],
    points: 6,
    laid: ['b2', 'c2', 'b3'],
  },
};

/** The same turn to the left, which links nothing. */
export const quiet: QuivvitView = {
  ...base,
  grid: GRID.with(6, 'BGYR1'),
  played: 1,
  turn: 1,
  last: {
    seat: 0,
    way: 'left',
    cell: 'b2',
    links: [],
    cells: [],
    cards: ['BGYR1'],
    points: 0,
    laid: [],
  },
};

/** Before Ada plays, Mia and Ben may cover a card. */
export const blocking: QuivvitView = {
  ...base,
  phase: 'block',
  turn: 1,
  waiting: [0, 2],
  blocks: [null, 'd4', null],
  may_block: [true, false, true],
};
