import { describe, expect, it } from 'vitest';
import { begun, mapped, redone, stepped, undone } from './undo-history';

describe('history', () => {
  const three = stepped(stepped(begun('a'), 'b'), 'c');

  it('goes back and forth', () => {
    expect(undone(undone(three)).now).toBe('a');
    expect(redone(undone(three))).toEqual(three);
  });

  it('ends at both ends', () => {
    const first = begun('a');
    expect(undone(first)).toBe(first);
    expect(redone(three)).toBe(three);
  });

  it('forgets what was undone once something else is done', () => {
    expect(redone(stepped(undone(three), 'd')).now).toBe('d');
  });

  it('can be told otherwise', () => {
    const told = mapped(undone(three), (each) => each.toUpperCase());
    expect(told).toEqual({ past: ['A'], now: 'B', future: ['C'] });
  });
});
