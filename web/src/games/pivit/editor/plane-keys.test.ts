import { describe, expect, it } from 'vitest';
import { addKey, cursorAfter, NOTHING_TYPED } from './plane-keys';

describe('keys', () => {
  it('a letter and a digit are a tile', () => {
    const letter = addKey(NOTHING_TYPED, 'R');
    expect(letter).toEqual({ letter: 'r', kind: null });
    expect(addKey(letter ?? NOTHING_TYPED, '3')).toEqual({ letter: '', kind: 'r3' });
  });

  it('W or a star is a wild one; a digit alone is nothing', () => {
    expect(addKey(NOTHING_TYPED, 'w')?.kind).toBe('**');
    expect(addKey(NOTHING_TYPED, '*')?.kind).toBe('**');
    expect(addKey(NOTHING_TYPED, '3')).toBeNull();
    expect(addKey({ letter: 'r', kind: null }, '7')).toBeNull();
    expect(addKey(NOTHING_TYPED, 'x')).toBeNull();
  });

  it('goes on as one reads, or down after going up or down', () => {
    expect(cursorAfter({ x: 1, y: 1 }, { x: -1, y: 0 })).toEqual({ x: 2, y: 1 });
    expect(cursorAfter({ x: 1, y: 1 }, { x: 0, y: -1 })).toEqual({ x: 1, y: 2 });
  });
});
