import { describe, expect, it } from 'vitest';
import { refilled, sorted } from './rack';
import { tilesOf } from './tiles';

describe('the rack', () => {
  const tiles = tilesOf(['**', 'b1', 'r6', 'r2', 'b6']);
  const kinds = (ids: readonly number[]) => ids.map((id) => tiles[id]?.kind).join(' ');

  it('is sorted by colour or by design, with wild tiles last', () => {
    expect(kinds(sorted(tiles, 'colour'))).toBe('r2 r6 b1 b6 **');
    expect(kinds(sorted(tiles, 'design'))).toBe('b1 r2 r6 b6 **');
  });

  it('keeps the slot of a tile that is in the grid', () => {
    const slots = [3, 2, 1, 4, 0];
    expect(refilled(slots, [3, 1, 0])).toBe(slots);
    expect(refilled(slots, [3, 2, 1, 4, 0])).toBe(slots);
  });

  it('has a new tile in the first gap or at the end', () => {
    expect(refilled([3, 2, 1], [3, 1, 7])).toEqual([3, 7, 1]);
    expect(refilled([3, 1], [3, 1, 7, 8])).toEqual([3, 1, 7, 8]);
  });
});
