/** Views for tests: the second line of a game of three, before and after a roll. */
import type { Letter } from '../../ui/pieces';
import type { Challenge, ColorYamView } from './view';

const challenge = (kind: string, colours = ''): Challenge => ({
  kind,
  colours: [...colours] as Letter[],
});

/** A player's column of the sheet; the lines that are not given are empty. */
export const column = (...entries: (number | null)[]) => [
  ...entries,
  ...Array<null>(10 - entries.length).fill(null),
];

/** Mia and Ada play the second line, and Mia is next; Ben has completed it. */
export const base: ColorYamView = {
  seat: 0,
  sheet: [
    challenge('none', 'Y'),
    challenge('two', 'B'),
    challenge('three colours'),
    challenge('four alike'),
    challenge('different', 'RG'),
    challenge('all different', 'OBY'),
  ],
  beginner: false,
  entries: [column(24), column(31), column(0, 27, 21)],
  points: [column(2), column(3), column(0)],
  totals: [2, 3, 0],
  line: 1,
  waiting: [0, 1],
  faces: [],
  rolls: 0,
  chances: 0,
  phase: 'roll',
  met: null,
  total: null,
  field: null,
  kept: [],
  last: null,
  winners: [],
};

export const FACES = ['4O', '2B', '5K', '1O', '2R', '6Y'];
export const rolled: ColorYamView = { ...base, faces: FACES, rolls: 1, met: false, total: 20 };
export const failed: ColorYamView = { ...rolled, rolls: 3, phase: 'choose', field: 2 };
