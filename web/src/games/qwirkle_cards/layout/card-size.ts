/**
 * Chooses a card size so that the whole table is visible; if cards would be too small, it scrolls.
 */

export interface TableSize {
  width: number;
  height: number;
}

export interface CardSize {
  /** Width of a card, in pixels. */
  card: number;
  /** The shape sets' share of the width; `null` if they are above the colour sets. */
  share: number | null;
}

/**
 * Must match the styles: gap between sets, frame around a set, gap between its cards, in pixels.
 */
const SET_GAP_PX = 6;
const SET_FRAME_PX = 4;
const CARD_GAP_PX = 1;
/** Gap between the areas if they are side by side. */
const AREA_GAP_PX = 16;
/** A card is 5 × 7. */
const CARD_RATIO = 1.4;
const TITLE_PX = 26;

const MAX_CARD_PX = 104;
const SIZE_STEP_PX = 2;
const SHARES = [1 / 2, 3 / 5, 2 / 5, 7 / 10, 3 / 10];
/** Minimum size of a touch target. */
const MIN_CARD_PX = 40;
/** On a wide table cards are larger, and scrolling starts sooner. */
const MIN_CARD_WIDE_PX = 50;
const WIDE_FROM_PX = 700;

const widthOf = (cards: number, card: number) =>
  cards * card + (cards - 1) * CARD_GAP_PX + 2 * SET_FRAME_PX;

/** Number of rows that sets of these lengths need. */
export function rowsOf(sets: readonly number[], width: number, card: number): number {
  let rows = 0;
  let left = 0;
  for (const set of sets) {
    const wide = widthOf(set, card);
    if (rows === 0 || wide > left) {
      rows += 1;
      left = width;
    }
    left -= wide + SET_GAP_PX;
  }
  return rows;
}

function heightOf(sets: readonly number[], width: number, card: number): number {
  if (sets.some((set) => widthOf(set, card) > width)) return Number.POSITIVE_INFINITY;
  const rows = rowsOf(sets, width, card);
  return rows && TITLE_PX + rows * (card * CARD_RATIO + 2 * SET_FRAME_PX + SET_GAP_PX);
}

/**
 * The largest card size with which shape sets, colour sets and a row for new sets fit into the box.
 * The numbers are the sets' lengths.
 */
export function chooseCardSize(
  box: TableSize,
  shapes: readonly number[],
  colours: readonly number[],
  newRow: boolean,
): CardSize {
  const smallest = box.width < WIDE_FROM_PX ? MIN_CARD_PX : MIN_CARD_WIDE_PX;
  const apart = box.width >= WIDE_FROM_PX && shapes.length > 0 && colours.length > 0;
  for (let card = MAX_CARD_PX; card >= smallest; card -= SIZE_STEP_PX) {
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
  const parts = [share, 1 - share].map((part) => part * (width - AREA_GAP_PX));
  const heights = [shapes, colours].map((sets, side) => {
    const part = parts[side] ?? 0;
    // The longest set must have space for one more card.
    const longest = widthOf(Math.max(...sets) + 1, card);
    return longest > part ? Number.POSITIVE_INFINITY : heightOf(sets, part, card);
  });
  return Math.max(...heights);
}

/** The share nearest to the ratio of the card counts. */
function balanced(shapes: readonly number[], colours: readonly number[]): number {
  const sum = (sets: readonly number[]) => sets.reduce((all, set) => all + set, 0);
  const share = sum(shapes) / (sum(shapes) + sum(colours));
  return SHARES.reduce((best, each) =>
    Math.abs(each - share) < Math.abs(best - share) ? each : best,
  );
}
