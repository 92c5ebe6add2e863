/**
 * Parses diagrams in a guide. A fenced block named `board` contains these lines:
 *
 *     table [Rc Oc Gc] [Bs Bd Bx]    sets on the table; each such line starts a new frame
 *     hand Rs Os                     the hand below it
 *     mark Bs Rs                     highlighted cards, on the table or in the hand
 *     caption …                      the caption
 */
import { COLOURS, SHAPES } from './cards/cards';
import type { Kind, Kinds } from './view';

export interface QwirkleCardsFrame {
  sets: readonly Kinds[];
  hand: Kinds;
  marked: ReadonlySet<Kind>;
}

export interface QwirkleCardsDiagram {
  frames: QwirkleCardsFrame[];
  caption: string;
}

const CARD = new RegExp(`^[${COLOURS}][${SHAPES}]$`);

/** Parse a diagram; `null` if the source is invalid. */
export function readDiagram(source: string): QwirkleCardsDiagram | null {
  const diagram: QwirkleCardsDiagram = { frames: [], caption: '' };
  for (const line of source.split('\n').filter((each) => each.trim())) {
    if (!readLine(line.trim(), diagram)) return null;
  }
  return diagram.frames.length > 0 ? diagram : null;
}

function readLine(line: string, diagram: QwirkleCardsDiagram): boolean {
  const [, word, rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  const last = diagram.frames.at(-1);
  switch (word) {
    case 'caption':
      diagram.caption = rest;
      return true;
    case 'table': {
      const sets = [...rest.matchAll(/\[([^\][]*)\]/g)].map(([, cards = '']) => readCards(cards));
      if (!sets.every((set) => set !== null) || rest.replace(/\[[^\][]*\]/g, '').trim())
        return false;
      diagram.frames.push({ sets, hand: [], marked: new Set() });
      return sets.length > 0;
    }
    case 'hand':
    case 'mark': {
      const cards = readCards(rest);
      if (!cards || !last) return false;
      if (word === 'hand') last.hand = cards;
      else last.marked = new Set(cards);
      return true;
    }
    default:
      return false;
  }
}

function readCards(text: string): Kind[] | null {
  const cards = text.trim().split(/\s+/);
  return cards.every((card) => CARD.test(card)) ? cards : null;
}
