import { describe, expect, it } from 'vitest';
import { addKey, cursorAfter, NOTHING_TYPED } from './plane-keys';

describe('keys on the grid', () => {
  it('select a tile by a letter and a digit', () => {
    const letter = addKey(NOTHING_TYPED, 'R');
    expect(letter).toEqual({ letter: 'r', kind: null });
    expect(addKey(letter ?? NOTHING_TYPED, '3')).toEqual({ letter: '', kind: 'r3' });
  });

  it('select a wild tile by W or a star, and nothing by a digit alone', () => {
    expect(addKey(NOTHING_TYPED, 'w')?.kind).toBe('**');
    expect(addKey(NOTHING_TYPED, '*')?.kind).toBe('**');
    expect(addKey(NOTHING_TYPED, '3')).toBeNull();
    expect(addKey({ letter: 'r', kind: null }, '7')).toBeNull();
    expect(addKey(NOTHING_TYPED, 'x')).toBeNull();
  });

  it('move the cursor right after a tile, or down after a vertical move', () => {
    expect(cursorAfter({ x: 1, y: 1 }, { x: -1, y: 0 })).toEqual({ x: 2, y: 1 });
    expect(cursorAfter({ x: 1, y: 1 }, { x: 0, y: -1 })).toEqual({ x: 1, y: 2 });
  });
});
