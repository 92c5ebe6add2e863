/**
 * Reads the pictures in a guide. A fenced block named `board` holds, line by line:
 *
 *     RGBY2 GBYR1 .           a row of cards, the top one first; a point where there is none
 *     b2 right                what is done with a card then; more rows show what comes of it
 *     link R b2 b1            squares of one colour that are linked
 *     cover c1                a card with a Color Block card on it
 *     caption …               words below
 */
import type { Letter } from '../../ui/pieces';
import { readCard } from './card';
import { quartersOf } from './hold';
import { CELLS, type Link } from './view';

export interface Frame {
  /** Row by row; nothing where there is no card. */
  rows: (string | null)[][];
  /** What is done with them. */
  move: string | null;
  links: Link[];
  covered: string[];
}

export interface Diagram {
  frames: Frame[];
  caption: string;
}

/** The picture that a block describes, or nothing if it cannot be read. */
export function readDiagram(source: string): Diagram | null {
  const diagram: Diagram = { frames: [], caption: '' };
  let open: Frame | null = null;
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

function add({ frames }: Diagram): Frame {
  const frame: Frame = { rows: [], move: null, links: [], covered: [] };
  frames.push(frame);
  return frame;
}

function readRow(line: string): (string | null)[] | null {
  const cards = line ? line.split(/\s+/) : [];
  const fits = cards.length > 0 && cards.every((text) => text === '.' || readCard(text));
  return fits ? cards.map((text) => (text === '.' ? null : text)) : null;
}

function readLine(line: string, diagram: Diagram): boolean {
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
