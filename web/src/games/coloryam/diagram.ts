/**
 * Parses diagrams in a guide. A fenced block named `board` contains these lines:
 *
 *     4R 5G 6B 1K 3Y 3O       dice; several such lines are shown one below the other
 *     keep 4R 5G              which of the dice above are kept
 *     challenge 2 G           the challenge, in challenge notation
 *     caption …               the caption
 */
import { LETTERS, type Letter } from '../../ui/pieces';
import { type DieFace, readFace } from './board/dice';
import type { Challenge } from './view';

export interface DiceRow {
  faces: DieFace[];
  /** Indices of the kept dice. */
  kept: ReadonlySet<number>;
}

export interface ColorYamDiagram {
  rows: DiceRow[];
  challenge: Challenge | null;
  caption: string;
}

const C = '([A-Z])';

/** Notation of each kind of challenge; groups capture its colours. */
const CHALLENGE_NOTATION: readonly (readonly [string, string])[] = [
  ['none', `none ${C}`],
  ['none of two', `none ${C} ${C}`],
  ['one', `1 ${C}`],
  ['two', `2 ${C}`],
  ['one and none', `1 ${C} none ${C}`],
  ['three alike', '3 alike'],
  ['never three', 'never 3'],
  ['two pairs', '2 pairs'],
  ['four alike', '4 alike'],
  ['three colours', '3 colours'],
  ['never two', 'never 2'],
  ['more', `${C} > ${C}`],
  ['equal', `${C} = ${C}`],
  ['different', `${C} != ${C}`],
  ['all different', `${C} != ${C} != ${C}`],
  ['most', `${C} most`],
];

/** Parse a diagram; `null` if the source is invalid. */
export function readDiagram(source: string): ColorYamDiagram | null {
  const diagram: ColorYamDiagram = { rows: [], challenge: null, caption: '' };
  for (const line of source.split('\n').filter((each) => each.trim())) {
    if (!readLine(line.trim(), diagram)) return null;
  }
  return diagram.rows.length > 0 ? diagram : null;
}

function readLine(line: string, diagram: ColorYamDiagram): boolean {
  const [, word, rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  const last = diagram.rows.at(-1);
  switch (word) {
    case 'caption':
      diagram.caption = rest;
      return true;
    case 'challenge':
      diagram.challenge = readChallenge(rest);
      return diagram.challenge !== null;
    case 'keep': {
      const those = rest.split(/\s+/);
      const written = last?.faces.map(({ value, colour }) => `${value}${colour}`) ?? [];
      if (!last || !those.every((face) => written.includes(face))) return false;
      last.kept = new Set(those.map((face) => written.indexOf(face)));
      return true;
    }
    default: {
      const faces = line.split(/\s+/).map(readFace);
      if (!faces.every((face) => face !== null)) return false;
      diagram.rows.push({ faces, kept: new Set() });
      return true;
    }
  }
}

/** Parse a challenge such as `2 G` or `B > R`. */
export function readChallenge(text: string): Challenge | null {
  for (const [kind, written] of CHALLENGE_NOTATION) {
    const found = new RegExp(`^${written}$`).exec(text.trim());
    const colours = found?.slice(1) as Letter[] | undefined;
    if (colours?.every((colour) => LETTERS.includes(colour))) return { kind, colours };
  }
  return null;
}
