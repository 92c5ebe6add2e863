import { describe, expect, it } from 'vitest';
import type { Composition } from '../../wire';
import { challengeOfPick, readSheet, withLetter, withPattern, writeSheet } from './custom-sheet';

const none = { name: 'none', text: 'none A', slots: ['A'] };
const both = { name: 'one and none', text: '1 A none B', slots: ['A', 'B'] };
const alike = { name: 'three alike', text: '3 alike', slots: [] };

const composition: Composition = {
  lines: [
    { group: 'red', patterns: [none, both] },
    { group: 'yellow', patterns: [alike] },
  ],
  letters: ['R', 'O', 'Y'],
  separator: '; ',
  start: 'none Y; 3 alike',
};

describe('the text of a custom sheet', () => {
  it.each(['none Y; 3 alike', '1 R none O; 3 alike'])('is read and written: %s', (text) => {
    const picks = readSheet(composition, text);
    expect(picks && writeSheet(composition, picks)).toBe(text);
  });

  it.each(['', 'none Y', 'none Y; 3 alike; 3 alike', 'no Y; 3 alike', 'none  Y; 3 alike'])(
    'is rejected if it is not canonical: %s',
    (text) => {
      expect(readSheet(composition, text)).toBeNull();
    },
  );

  it('keeps its letters when a pattern changes, and adds missing ones', () => {
    const pick = { pattern: none, letters: ['Y'] };
    expect(withPattern(pick, both, composition.letters)).toEqual({
      pattern: both,
      letters: ['Y', 'R'],
    });
    expect(withPattern({ pattern: both, letters: ['O', 'Y'] }, none, ['R'])).toEqual({
      pattern: none,
      letters: ['O'],
    });
  });

  it('exchanges letters, so that none occurs twice', () => {
    const pick = { pattern: both, letters: ['R', 'O'] };
    expect(withLetter(pick, 0, 'O').letters).toEqual(['O', 'R']);
    expect(withLetter(pick, 1, 'Y').letters).toEqual(['R', 'Y']);
  });

  it('is shown as a challenge', () => {
    expect(challengeOfPick({ pattern: both, letters: ['R', 'O'] })).toEqual({
      kind: 'one and none',
      colours: ['R', 'O'],
    });
  });
});
