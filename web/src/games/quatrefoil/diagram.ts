/**
 * Reads the pictures in a guide. A fenced block named `board` holds, line by line:
 *
 *     tokens RG/YB P              what lies there: the north row, the south row, the free token
 *     move push north from west   what is done then; more `tokens` show what comes of it
 *     target GR/BY P              where the tokens belong
 *     caption …                   words below
 */
import { LETTERS, type Letter } from '../../ui/pieces';
import { CONTROLS } from './controls';
import type { Tokens } from './view';

export interface Frame {
  tokens: Tokens;
  /** What is done with them. */
  move: string | null;
}

export interface Diagram {
  frames: Frame[];
  target: Tokens | null;
  caption: string;
}

/** The picture that a block describes, or nothing if it cannot be read. */
export function readDiagram(source: string): Diagram | null {
  const diagram: Diagram = { frames: [], target: null, caption: '' };
  for (const line of source.split('\n').filter((each) => each.trim())) {
    if (!readLine(line.trim(), diagram)) return null;
  }
  return diagram.frames.length > 0 ? diagram : null;
}

function readLine(line: string, diagram: Diagram): boolean {
  const [, word, rest] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  const last = diagram.frames.at(-1);
  switch (word) {
    case 'tokens': {
      const tokens = readTokens(rest ?? '');
      if (tokens) diagram.frames.push({ tokens, move: null });
      return tokens !== null;
    }
    case 'move':
      if (!last || last.move || !isMove(rest ?? '')) return false;
      last.move = rest ?? null;
      return true;
    case 'target':
      diagram.target = readTokens(rest ?? '');
      return diagram.target !== null;
    case 'caption':
      diagram.caption = rest ?? '';
      return true;
    default:
      return false;
  }
}

/** `RG/YB P`, as it lies: read clockwise. */
export function readTokens(text: string): Tokens | null {
  const found = /^(\w)(\w)\/(\w)(\w) (\w)$/.exec(text.trim().toUpperCase());
  if (!found) return null;
  const [, northwest, northeast, southwest, southeast, free] = found;
  const tokens = [northwest, northeast, southeast, southwest, free] as Letter[];
  const known = tokens.every((colour) => LETTERS.includes(colour));
  return known && new Set(tokens).size === tokens.length ? tokens : null;
}

function isMove(text: string): boolean {
  return text === 'stack' || CONTROLS.some(({ move }) => move === text);
}
