/** Views for tests: Mia's turn in a game of two, with two sets on the table. */
import type { QwirkleCardsView } from './view';

export const CIRCLES = ['Rc', 'Oc', 'Gc'];
export const BLUE = ['Bc', 'Bs', 'Bd', 'Bx'];
export const QWIRKLE = ['Yc', 'Ys', 'Yd', 'Yl', 'Yx', 'Ya'];

export const base: QwirkleCardsView = {
  seat: 0,
  hands: [['Rs', 'Os', 'Yc', 'Pa'], null],
  sizes: [4, 9],
  deck: 42,
  table: [CIRCLES, BLUE],
  qwirkles: [[], [QWIRKLE]],
  turn: 0,
  phase: 'play',
  redrawn: false,
  turns_left: null,
  idle: 0,
  last: null,
  winners: [],
};
