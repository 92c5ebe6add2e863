/** Animates tiles from their old positions to their new ones. */
import { prefersReducedMotion } from '../../../ui/reduced-motion';

const MOVE_MS = 180;

export type TileRects = ReadonlyMap<string, DOMRect>;

/** Screen positions of all tiles; a dragged tile is at the pointer. */
export function tileRects(root: HTMLElement | undefined): TileRects {
  const spots = new Map<string, DOMRect>();
  for (const element of root?.querySelectorAll<HTMLElement>('[data-tile], [data-dragged]') ?? []) {
    const { tile, dragged } = element.dataset;
    const id = dragged ?? tile;
    if (id !== undefined && (dragged !== undefined || !spots.has(id))) {
      spots.set(id, element.getBoundingClientRect());
    }
  }
  return spots;
}

export function animateTiles(root: HTMLElement | undefined, before: TileRects): void {
  if (prefersReducedMotion()) return;
  for (const element of root?.querySelectorAll<HTMLElement>('[data-tile]') ?? []) {
    const from = before.get(element.dataset['tile'] ?? '');
    const to = element.getBoundingClientRect();
    if (!from || !element.animate || to.width === 0 || from.width === 0) continue;
    const dx = from.left - to.left;
    const dy = from.top - to.top;
    const scale = from.width / to.width;
    if (Math.abs(dx) + Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.01) continue;
    element.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, transformOrigin: '0 0' },
        { transform: 'none', transformOrigin: '0 0' },
      ],
      { duration: MOVE_MS, easing: 'cubic-bezier(0.3, 0.7, 0.2, 1)', composite: 'replace' },
    );
  }
}
