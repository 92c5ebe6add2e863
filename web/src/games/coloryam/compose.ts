/** A sheet as text and as what was picked for each line, by the composition that the server declares. */
import type { Letter } from '../../ui/pieces';
import type { Composition, Pattern } from '../../wire';
import type { Challenge } from './view';

/** What was picked for one line: a pattern, and a letter for each of its slots. */
export interface Pick {
  pattern: Pattern;
  letters: readonly string[];
}

/** Writes the text of what was picked. */
export function write(composition: Composition, picks: readonly Pick[]): string {
  return picks.map(writeLine).join(composition.separator);
}

function writeLine({ pattern, letters }: Pick): string {
  return pattern.text
    .split(' ')
    .map((word) => letters[pattern.slots.indexOf(word)] ?? word)
    .join(' ');
}

/** Reads back what `write` has written; null where a text is written in another way. */
export function read(composition: Composition, text: string): Pick[] | null {
  const written = text.split(composition.separator);
  if (written.length !== composition.lines.length) return null;
  const picks = composition.lines.map(({ patterns }, index) =>
    patterns
      .map((pattern) => readLine(pattern, written[index] ?? ''))
      .find((pick) => pick !== null),
  );
  return picks.every((pick) => pick !== undefined) ? picks : null;
}

function readLine(pattern: Pattern, text: string): Pick | null {
  const words = text.split(' ');
  const letters = pattern.slots.map((slot) => words[pattern.text.split(' ').indexOf(slot)] ?? '');
  return writeLine({ pattern, letters }) === text ? { pattern, letters } : null;
}

/** Another pattern for a line: letters stay where they can, and missing ones are filled in. */
export function repatterned({ letters }: Pick, pattern: Pattern, all: readonly string[]): Pick {
  const unused = all.filter((letter) => !letters.includes(letter));
  return { pattern, letters: [...letters, ...unused].slice(0, pattern.slots.length) };
}

/** Another letter for a slot; a slot that has this letter already takes the old one in exchange. */
export function relettered({ pattern, letters }: Pick, slot: number, letter: string): Pick {
  const old = letters[slot] ?? '';
  return {
    pattern,
    letters: letters.map((each, index) => (index === slot ? letter : each === letter ? old : each)),
  };
}

/** What was picked, as the sheet shows it. */
export function challengeOfPick({ pattern, letters }: Pick): Challenge {
  return { kind: pattern.name, colours: letters as readonly Letter[] };
}
