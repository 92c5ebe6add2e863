import { describe, expect, it } from 'vitest';
import {
  botsOf,
  FRIEND,
  isAgainstBots,
  teamSizesText,
  withLevel,
  withPeople,
  withPersonMoved,
  withSeatCount,
} from './seats';

const TWO = withSeatCount([], 2, FRIEND);

describe('seats', () => {
  it('are added and removed at the end', () => {
    const three = withSeatCount(withLevel(TWO, 'easy'), 3, 'medium');
    expect(botsOf(three)).toEqual({ 1: 'easy', 2: 'medium' });
    expect(withSeatCount(three, 1, FRIEND)).toHaveLength(1);
  });

  it('have only bots as opponents if no other person can join', () => {
    expect(isAgainstBots(TWO)).toBe(false);
    expect(isAgainstBots(withLevel(TWO, 'easy'))).toBe(true);
    expect(isAgainstBots(withPeople(withLevel(TWO, 'easy'), 0, 1, 4))).toBe(false);
    expect(isAgainstBots(withSeatCount(TWO, 1, FRIEND))).toBe(true);
  });
});

describe('teams', () => {
  it('are written as the text that the game reads', () => {
    expect(teamSizesText(TWO)).toBe('');
    expect(teamSizesText(withPeople(TWO, 1, 1, 4))).toBe('1 2');
  });

  it('have at least one person and at most the largest number', () => {
    expect(teamSizesText(withPeople(TWO, 0, -1, 4))).toBe('');
    expect(teamSizesText(withPeople(TWO, 0, 9, 4))).toBe('4 1');
  });

  it('let a person move to a seat with room, unless they are the last one of theirs', () => {
    const pair = withPeople(TWO, 0, 1, 2);
    expect(teamSizesText(withPersonMoved(pair, 0, 1, 2))).toBe('1 2');
    expect(withPersonMoved(pair, 1, 0, 2)).toEqual(pair);
    expect(withPersonMoved(TWO, 0, 1, 2)).toEqual(TWO);
  });
});
