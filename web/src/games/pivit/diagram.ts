/**
 * Parses diagrams in the guide: rows of tiles, top row first, then annotations:
 *
 *     r1 r3 r5 **
 *     .. .. b5
 *     right 0,0 3,0       a line from one cell to another: right, short or wrong
 *     short 2,0 2,1
 *     as 3,0 r6           what a wild tile stands for
 *     caption A row of four red tiles.
 */
import { cellOf, type Key, keyOf } from './grid/cells';
import { readGrid } from './grid/claim';
import type { GridLine, LineVerdict } from './grid/lines';
import type { Placed } from './view';

export interface PivitDiagram {
  placed: readonly Placed[];
  lines: readonly (GridLine & { verdict: LineVerdict })[];
  wilds: readonly Placed[];
  caption: string;
}

const LINE = /^(right|short|wrong) (\d+,\d+) (\d+,\d+)$/;
const AS = /^as (\d+),(\d+) ([roygbp][1-6])$/;

/** Parse a diagram; `null` if the source is invalid. */
export function readDiagram(source: string): PivitDiagram | null {
  const rows: string[] = [];
  const lines: (GridLine & { verdict: LineVerdict })[] = [];
  const wilds: Placed[] = [];
  let caption = '';
  for (const text of source.split('\n').map((each) => each.trim())) {
    const line = LINE.exec(text);
    const meant = AS.exec(text);
    if (text.startsWith('caption ')) caption = text.slice('caption '.length);
    else if (line)
      lines.push({ ...between(line[2] ?? '', line[3] ?? ''), verdict: verdictOf(line[1]) });
    else if (meant) wilds.push([Number(meant[1]), Number(meant[2]), meant[3] ?? '']);
    else if (text) rows.push(text);
  }
  const placed = readGrid(rows.join(' / '));
  return placed && { placed, lines, wilds, caption };
}

function verdictOf(word: string | undefined): LineVerdict {
  return word === 'right' || word === 'short' ? word : 'wrong';
}

/** The line from one cell to another. */
function between(first: string, last: string): GridLine {
  const [from, to] = [cellOf(first), cellOf(last)];
  const across = from.y === to.y;
  const length = 1 + (across ? to.x - from.x : to.y - from.y);
  const cells = Array.from(
    { length },
    (_, index): Key =>
      keyOf(across ? { x: from.x + index, y: from.y } : { x: from.x, y: from.y + index }),
  );
  return { across, cells };
}
