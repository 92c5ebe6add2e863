import { describe, expect, it } from 'vitest';
import { mapped, newHistory, pushed, redone, undone } from './undo-history';

describe('the undo history', () => {
  const three = pushed(pushed(newHistory('a'), 'b'), 'c');

  it('undoes and redoes changes', () => {
    expect(undone(undone(three)).now).toBe('a');
    expect(redone(undone(three))).toEqual(three);
  });

  it('does nothing at its ends', () => {
    const first = newHistory('a');
    expect(undone(first)).toBe(first);
    expect(redone(three)).toBe(three);
  });

  it('discards undone changes after a new change', () => {
    expect(redone(pushed(undone(three), 'd')).now).toBe('d');
  });

  it('can be mapped', () => {
    const upper = mapped(undone(three), (each) => each.toUpperCase());
    expect(upper).toEqual({ past: ['A'], now: 'B', future: ['C'] });
  });
});
