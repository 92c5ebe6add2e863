/**
 * Parses diagrams in a guide. A fenced block named `board` contains these lines:
 *
 *     tokens RG/YB P              north row, south row, free token
 *     move push north from west   the move made next; more `tokens` show its result
 *     target GR/BY P              where the tokens belong
 *     caption …                   the caption
 */
import { LETTERS, type Letter } from '../../ui/pieces';
import { CONTROLS } from './board/controls';
import type { Tokens } from './view';

export interface QuatrefoilFrame {
  tokens: Tokens;
  /** The move made next. */
  move: string | null;
}

export interface QuatrefoilDiagram {
  frames: QuatrefoilFrame[];
  target: Tokens | null;
  caption: string;
}

/** Parse a diagram; `null` if the source is invalid. */
export function readDiagram(source: string): QuatrefoilDiagram | null {
  const diagram: QuatrefoilDiagram = { frames: [], target: null, caption: '' };
  for (const line of source.split('\n').filter((each) => each.trim())) {
    if (!readLine(line.trim(), diagram)) return null;
  }
  return diagram.frames.length > 0 ? diagram : null;
}

function readLine(line: string, diagram: QuatrefoilDiagram): boolean {
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

/** Parse `RG/YB P` into clockwise order. */
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
