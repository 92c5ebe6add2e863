/** Moves tiles from their old positions to their new ones. */
import { motion } from '../../../app/motion.svelte';
import { glideFrom, type Place, placeOf } from '../../../ui/board/flip';

const MOVE_MS = 180;

export type TilePlaces = ReadonlyMap<string, Place>;

/** Places of all tiles; a dragged tile is at the pointer. */
export function tilePlaces(root: HTMLElement | undefined): TilePlaces {
  const places = new Map<string, Place>();
  for (const element of root?.querySelectorAll<HTMLElement>('[data-tile], [data-dragged]') ?? []) {
    const { tile, dragged } = element.dataset;
    const id = dragged ?? tile;
    if (id !== undefined && (dragged !== undefined || !places.has(id))) {
      places.set(id, placeOf(element));
    }
  }
  return places;
}

export function animateTiles(root: HTMLElement | undefined, before: TilePlaces): void {
  if (motion.isOff) return;
  for (const element of root?.querySelectorAll<HTMLElement>('[data-tile]') ?? []) {
    const start = before.get(element.dataset['tile'] ?? '');
    const end = placeOf(element);
    if (!start || start.width === 0 || end.width === 0) continue;
    glideFrom(element, start, end, { ms: motion.ms(MOVE_MS) });
  }
}
