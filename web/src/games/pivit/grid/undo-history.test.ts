import { describe, expect, it } from 'vitest';
import { mapped, newHistory, pushed, redone, undone } from './undo-history';

describe('history', () => {
  const three = pushed(pushed(newHistory('a'), 'b'), 'c');

  it('goes back and forth', () => {
    expect(undone(undone(three)).now).toBe('a');
    expect(redone(undone(three))).toEqual(three);
  });

  it('ends at both ends', () => {
    const first = newHistory('a');
    expect(undone(first)).toBe(first);
    expect(redone(three)).toBe(three);
  });

  it('forgets what was undone once something else is done', () => {
    expect(redone(pushed(undone(three), 'd')).now).toBe('d');
  });

  it('can be mapped', () => {
    const upper = mapped(undone(three), (each) => each.toUpperCase());
    expect(upper).toEqual({ past: ['A'], now: 'B', future: ['C'] });
  });
});
