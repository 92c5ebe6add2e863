/** Converts custom sheets between text and picked patterns, using the server's composition. */
import type { Letter } from '../../ui/pieces';
import type { Composition, Pattern } from '../../wire';
import type { Challenge } from './view';

/** The pick for one line: a pattern and a letter for each of its slots. */
export interface LinePick {
  pattern: Pattern;
  letters: readonly string[];
}

/** Return the picks as text. */
export function writeSheet(composition: Composition, picks: readonly LinePick[]): string {
  return picks.map(writeLine).join(composition.separator);
}

function writeLine({ pattern, letters }: LinePick): string {
  return pattern.text
    .split(' ')
    .map((word) => letters[pattern.slots.indexOf(word)] ?? word)
    .join(' ');
}

/** Parse text produced by `writeSheet`; `null` for any other text. */
export function readSheet(composition: Composition, text: string): LinePick[] | null {
  const written = text.split(composition.separator);
  if (written.length !== composition.lines.length) return null;
  const picks = composition.lines.map(({ patterns }, index) =>
    patterns
      .map((pattern) => readLine(pattern, written[index] ?? ''))
      .find((pick) => pick !== null),
  );
  return picks.every((pick) => pick !== undefined) ? picks : null;
}

function readLine(pattern: Pattern, text: string): LinePick | null {
  const words = text.split(' ');
  const letters = pattern.slots.map((slot) => words[pattern.text.split(' ').indexOf(slot)] ?? '');
  return writeLine({ pattern, letters }) === text ? { pattern, letters } : null;
}

/** Change a line's pattern, keeping letters where possible and filling in the rest. */
export function withPattern(
  { letters }: LinePick,
  pattern: Pattern,
  all: readonly string[],
): LinePick {
  const unused = all.filter((letter) => !letters.includes(letter));
  return { pattern, letters: [...letters, ...unused].slice(0, pattern.slots.length) };
}

/** Change the letter of a slot; a slot that already has this letter gets the old one. */
export function withLetter({ pattern, letters }: LinePick, slot: number, letter: string): LinePick {
  const old = letters[slot] ?? '';
  return {
    pattern,
    letters: letters.map((each, index) => (index === slot ? letter : each === letter ? old : each)),
  };
}

/** The challenge that a pick stands for. */
export function challengeOfPick({ pattern, letters }: LinePick): Challenge {
  return { kind: pattern.name, colours: letters as readonly Letter[] };
}
