import { describe, expect, it } from 'vitest';
import { boundsOf, connected } from './cells';
import {
  kindsByCell,
  type Plan,
  pieceOf,
  placedOf,
  planOf,
  put,
  sameGrid,
  shifted,
  without,
} from './plan';
import { exchanged, tilesOf } from './tiles';

const plan = (...cells: [id: number, x: number, y: number][]): Plan =>
  new Map(cells.map(([id, x, y]) => [id, { x, y }]));
const written = (of: Plan | null) => of && [...of].map(([id, { x, y }]) => [id, x, y]).sort();

describe('placing a tile', () => {
  it('fills an empty cell', () => {
    expect(written(put(plan(), 3, { x: 2, y: -1 }))).toEqual([[3, 2, -1]]);
  });

  it('on another one returns that one to the rack, or exchanges them within the grid', () => {
    const lies = plan([0, 0, 0], [1, 1, 0]);
    expect(written(put(lies, 2, { x: 0, y: 0 }))).toEqual([
      [1, 1, 0],
      [2, 0, 0],
    ]);
    expect(written(put(lies, 0, { x: 1, y: 0 }))).toEqual([
      [0, 1, 0],
      [1, 0, 0],
    ]);
  });

  it('in its own cell changes nothing', () => {
    const lies = plan([0, 4, 4]);
    expect(put(lies, 0, { x: 4, y: 4 })).toBe(lies);
  });
});

describe('a group of tiles', () => {
  const lies = plan([0, 0, 0], [1, 1, 0], [2, 1, 1], [3, 3, 0]);

  it('consists of tiles connected along their edges', () => {
    expect(pieceOf(lies, 2)).toEqual(new Set([0, 1, 2]));
    expect(pieceOf(plan([0, 0, 0], [1, 1, 1]), 0)).toEqual(new Set([0]));
    expect(pieceOf(lies, 9)).toEqual(new Set());
    expect(connected(new Set(['0,0', '0,1']), '5,5').size).toBe(0);
  });

  it('moves together, even over its own cells, but not onto other tiles', () => {
    const piece = new Set([0, 1, 2]);
    expect(written(shifted(lies, piece, { x: 1, y: 0 }))).toEqual([
      [0, 1, 0],
      [1, 2, 0],
      [2, 2, 1],
      [3, 3, 0],
    ]);
    expect(shifted(lies, piece, { x: 2, y: 0 })).toBeNull();
    expect(shifted(lies, piece, { x: 0, y: 0 })).toBe(lies);
  });
});

describe('a stored draft', () => {
  const tiles = tilesOf(['r1', 'r1', 'g2']);

  it('is written row by row', () => {
    const lies = plan([2, 0, 5], [0, 4, 2], [1, -1, 2]);
    expect(placedOf(lies, tiles)).toEqual([
      [-1, 2, 'r1'],
      [4, 2, 'r1'],
      [0, 5, 'g2'],
    ]);
    expect(kindsByCell(placedOf(lies, tiles)).get('0,5')).toBe('g2');
  });

  it('is restored with the same tiles, which stay in place where they match', () => {
    const lies = plan([1, 0, 0]);
    const stored = {
      tiles: [
        [0, 0, 'r1'],
        [1, 0, 'r1'],
        [2, 0, 'b4'],
      ] as const,
    };
    expect(written(planOf(stored, tiles, lies))).toEqual([
      [0, 1, 0],
      [1, 0, 0],
    ]);
  });

  it('is equal to the same grid in another order', () => {
    expect(
      sameGrid(
        [
          [0, 0, 'r1'],
          [1, 0, 'g2'],
        ],
        [
          [1, 0, 'g2'],
          [0, 0, 'r1'],
        ],
      ),
    ).toBe(true);
    expect(sameGrid([[0, 0, 'r1']], [[0, 1, 'r1']])).toBe(false);
  });
});

describe('a trade', () => {
  const tiles = tilesOf(['r1', 'r1', 'g2']);

  it('removes the tile that was given, even if others look the same', () => {
    expect(exchanged(tiles, ['b3', 'g2', 'r1'], 0, new Set())).toEqual([
      { id: 1, kind: 'r1' },
      { id: 2, kind: 'g2' },
      { id: 3, kind: 'b3' },
    ]);
  });

  it('removes a tile from the rack if none was given', () => {
    const left = exchanged(tiles, ['b3', 'g2', 'r1'], null, new Set([0]));
    expect(left.map(({ id }) => id)).toEqual([0, 2, 3]);
  });

  it('changes nothing if the hand is the same', () => {
    expect(exchanged(tiles, ['g2', 'r1', 'r1'], null, new Set())).toBe(tiles);
  });

  it('removes the tile from the grid', () => {
    const lies = plan([0, 0, 0], [1, 1, 0]);
    expect(written(without(lies, (id) => id === 0))).toEqual([[1, 1, 0]]);
    expect(without(lies, () => false)).toBe(lies);
  });
});

it('the bounds are the columns and rows in use', () => {
  expect(
    boundsOf([
      { x: 3, y: -2 },
      { x: -1, y: 4 },
    ]),
  ).toEqual({ left: -1, top: -2, right: 3, bottom: 4 });
  expect(boundsOf([])).toBeNull();
});
