/** Arrow keys move to the neighbour on the screen. */

export interface ScreenBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

const middle = ({ x, y, width, height }: ScreenBox) => ({ x: x + width / 2, y: y + height / 2 });

/** Index of the box that an arrow key leads to; `from` if there is none. */
export function neighbour(spots: readonly ScreenBox[], from: number, key: string): number {
  const here = spots[from];
  if (!here) return from;
  const { x, y } = middle(here);
  const others = spots.map((spot, index) => {
    const at = middle(spot);
    return { index, dx: at.x - x, dy: at.y - y };
  });
  const level = here.height / 2;
  const nearest = (found: typeof others, far: (each: (typeof others)[number]) => number) =>
    found.toSorted((a, b) => far(a) - far(b))[0]?.index;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const side = key === 'ArrowLeft' ? -1 : 1;
    const row = others.filter(({ dx, dy }) => side * dx > 0 && Math.abs(dy) < level);
    // At the end of a row, continue in the next one.
    return nearest(row, ({ dx }) => side * dx) ?? (spots[from + side] ? from + side : from);
  }
  const side = key === 'ArrowUp' ? -1 : 1;
  const beyond = others.filter(({ dy }) => side * dy >= level);
  const row = Math.min(...beyond.map(({ dy }) => side * dy));
  const there = beyond.filter(({ dy }) => side * dy < row + level);
  return nearest(there, ({ dx }) => Math.abs(dx)) ?? from;
}
