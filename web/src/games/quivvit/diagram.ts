/**
 * Parses diagrams in a guide. A fenced block named `board` contains these lines:
 *
 *     RGBY2 GBYR1 .           a row of cards, top row first; a dot for an empty cell
 *     b2 right                the move made next; more rows show its result
 *     link R b2 b1            linked squares of one colour
 *     cover c1                a card covered by a Color Block card
 *     caption …               the caption
 */
import type { Letter } from '../../ui/pieces';
import { quartersOf } from './board/held-card';
import { readCard } from './cards/card';
import { CELLS, type Link } from './view';

export interface QuivvitFrame {
  /** By row; `null` for an empty cell. */
  rows: (string | null)[][];
  /** The move made next. */
  move: string | null;
  links: Link[];
  covered: string[];
}

export interface QuivvitDiagram {
  frames: QuivvitFrame[];
  caption: string;
}

/** Parse a diagram; `null` if the source is invalid. */
export function readDiagram(source: string): QuivvitDiagram | null {
  const diagram: QuivvitDiagram = { frames: [], caption: '' };
  let open: QuivvitFrame | null = null;
  for (const line of source.split('\n').map((each) => each.trim())) {
    const row = readRow(line);
    if (row) {
      open ??= add(diagram);
      open.rows.push(row);
    } else if (line) {
      open = null;
      if (!readLine(line, diagram)) return null;
    }
  }
  return diagram.frames.length > 0 ? diagram : null;
}

function add({ frames }: QuivvitDiagram): QuivvitFrame {
  const frame: QuivvitFrame = { rows: [], move: null, links: [], covered: [] };
  frames.push(frame);
  return frame;
}

function readRow(line: string): (string | null)[] | null {
  const cards = line ? line.split(/\s+/) : [];
  const fits = cards.length > 0 && cards.every((text) => text === '.' || readCard(text));
  return fits ? cards.map((text) => (text === '.' ? null : text)) : null;
}

function readLine(line: string, diagram: QuivvitDiagram): boolean {
  const [word, ...rest] = line.split(/\s+/);
  if (word === 'caption') {
    diagram.caption = rest.join(' ');
    return true;
  }
  const frame = diagram.frames.at(-1);
  if (!frame) return false;
  if (word === 'link') {
    const [colour, ...cells] = rest;
    frame.links.push({ colour: colour as Letter, cells });
    return 'RGBY'.includes(colour ?? '-') && cells.length > 1 && cells.every(isCell);
  }
  if (word === 'cover') {
    frame.covered.push(...rest);
    return rest.every(isCell);
  }
  frame.move = line;
  return quartersOf(line) !== 0;
}

function isCell(text: string): boolean {
  return CELLS.includes(text);
}
