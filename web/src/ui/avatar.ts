/**
 * Avatars: a picture for each person, drawn from the id and the name. Nothing is stored or uploaded:
 * a new name gives a new avatar, and two people with the same name look different.
 */
import type { Person } from '../wire';
import type { Letter } from './pieces/palette';

export interface Mark {
  x: number;
  y: number;
  shape: Shape;
}

export interface Avatar {
  ground: Letter;
  figure: Letter;
  marks: readonly Mark[];
}

/** The outlines of the shapes, in a cell that reaches from −10 to 10. */
export const SHAPES = {
  circle: 'M-8.5 0a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0Z',
  square: 'M-7.5-7.5h15v15h-15Z',
  diamond: 'M0-10 10 0 0 10-10 0Z',
  star: 'M0-10 3-3 10 0 3 3 0 10-3 3-10 0-3-3Z',
} as const;
export type Shape = keyof typeof SHAPES;
const SHAPE_NAMES = Object.keys(SHAPES) as Shape[];

/** Light on dark or dark on light, so that the figure is visible without telling hues apart. */
const LIGHT: readonly Letter[] = ['Y', 'G'];
const DARK: readonly Letter[] = ['R', 'B', 'P', 'K'];

const LEAST_MARKS = 4;
const COLUMNS = [-20, 0] as const;
const ROWS = [-20, 0, 20] as const;

/**
 * The avatar of a person. It is symmetric, left and right: no letters can appear in it, and no sign
 * that only looks right when turned.
 */
export function avatarOf({ id, name }: Pick<Person, 'id' | 'name'>): Avatar {
  const random = numbersOf(`${id}\n${name}`);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const light = pick(LIGHT);
  const dark = pick(DARK);
  const [ground, figure] = random(2) === 0 ? [light, dark] : [dark, light];
  const cells = COLUMNS.flatMap((x) => ROWS.map((y) => ({ x, y })));
  // An empty cell in three; but never so many that too little is left to recognize.
  let empty = cells.length - LEAST_MARKS;
  const marks = cells.flatMap(({ x, y }) => {
    const shape = pick(SHAPE_NAMES);
    if (random(3) === 0 && empty-- > 0) return [];
    return x === 0
      ? [{ x, y, shape }]
      : [
          { x, y, shape },
          { x: -x, y, shape },
        ];
  });
  return { ground, figure, marks };
}

/** A sequence of numbers that a text determines: FNV-1a, stirred for each number. */
function numbersOf(text: string): (below: number) => number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (below) => {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
    hash ^= hash >>> 15;
    return (hash >>> 0) % below;
  };
}
