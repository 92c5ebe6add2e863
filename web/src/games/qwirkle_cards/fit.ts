/** How large cards can be so that the whole table is seen; where that is too small, it scrolls. */

export interface Box {
  width: number;
  height: number;
}

export interface Fit {
  /** A card's width, in pixels. */
  card: number;
  /** The shape sets' part of the width; nothing: they lie above the colour sets. */
  share: number | null;
}

/** What the style sheets agree on: between sets, round the cards of one, between its cards. */
const GAP = 6;
const FRAME = 4;
const SEAM = 1;
/** Between the areas, where they lie side by side. */
const BETWEEN = 16;
/** A card is 5 × 7. */
const TALL = 1.4;
const TITLE = 26;

const LARGEST = 104;
const STEP = 2;
const SHARES = [1 / 2, 3 / 5, 2 / 5, 7 / 10, 3 / 10];
/** The least that a thumb can hit. */
const SMALLEST = 40;
/** On a large table cards may be larger, and it scrolls sooner. */
const SMALLEST_WIDE = 50;
const WIDE = 700;

const widthOf = (cards: number, card: number) => cards * card + (cards - 1) * SEAM + 2 * FRAME;

/** How many rows sets of these lengths take, one after the other. */
export function rowsOf(sets: readonly number[], width: number, card: number): number {
  let rows = 0;
  let left = 0;
  for (const set of sets) {
    const wide = widthOf(set, card);
    if (rows === 0 || wide > left) {
      rows += 1;
      left = width;
    }
    left -= wide + GAP;
  }
  return rows;
}

function heightOf(sets: readonly number[], width: number, card: number): number {
  if (sets.some((set) => widthOf(set, card) > width)) return Number.POSITIVE_INFINITY;
  const rows = rowsOf(sets, width, card);
  return rows && TITLE + rows * (card * TALL + 2 * FRAME + GAP);
}

/**
 * The largest cards with which shape sets and colour sets, and a row for new ones, fit into the box.
 * The numbers are the sets' lengths.
 */
export function fitted(
  box: Box,
  shapes: readonly number[],
  colours: readonly number[],
  newRow: boolean,
): Fit {
  const smallest = box.width < WIDE ? SMALLEST : SMALLEST_WIDE;
  const apart = box.width >= WIDE && shapes.length > 0 && colours.length > 0;
  for (let card = LARGEST; card >= smallest; card -= STEP) {
    const below = newRow ? heightOf([1], box.width, card) : 0;
    for (const share of apart ? SHARES : [null]) {
      const height = heightWith(share, box.width, shapes, colours, card);
      if (height + below <= box.height) return { card, share };
    }
  }
  return { card: smallest, share: apart ? balanced(shapes, colours) : null };
}

function heightWith(
  share: number | null,
  width: number,
  shapes: readonly number[],
  colours: readonly number[],
  card: number,
): number {
  if (share === null) return heightOf(shapes, width, card) + heightOf(colours, width, card);
  const parts = [share, 1 - share].map((part) => part * (width - BETWEEN));
  const heights = [shapes, colours].map((sets, side) => {
    const part = parts[side] ?? 0;
    // One more card must fit to the longest set.
    const longest = widthOf(Math.max(...sets) + 1, card);
    return longest > part ? Number.POSITIVE_INFINITY : heightOf(sets, part, card);
  });
  return Math.max(...heights);
}

/** The share that is nearest to that of the cards. */
function balanced(shapes: readonly number[], colours: readonly number[]): number {
  const sum = (sets: readonly number[]) => sets.reduce((all, set) => all + set, 0);
  const share = sum(shapes) / (sum(shapes) + sum(colours));
  return SHARES.reduce((best, each) =>
    Math.abs(each - share) < Math.abs(best - share) ? each : best,
  );
}
