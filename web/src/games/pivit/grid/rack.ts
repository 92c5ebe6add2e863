/**
 * The rack, a row of slots. Placing a tile leaves a gap, so that the other tiles stay where the
 * player expects them; sorting closes the gaps.
 */

import { type Kind, WILD } from '../view';
import type { HandTile } from './tiles';

export type RackSorting = 'colour' | 'design';

/** By slot, the tile that is in it or was last. */
export type Slots = readonly number[];

const COLOURS = 'roygbp';

/** Put all tiles of the rack into slots: into their own, otherwise into a gap. */
export function refilled(slots: Slots, rack: readonly number[]): Slots {
  const missing = rack.filter((id) => !slots.includes(id));
  if (missing.length === 0) return slots;
  const next = slots.map((id) => (rack.includes(id) ? id : (missing.shift() ?? id)));
  return [...next, ...missing];
}

export function sorted(tiles: readonly HandTile[], by: RackSorting): Slots {
  return [...tiles]
    .sort((a, b) => place(a.kind, by) - place(b.kind, by) || a.id - b.id)
    .map(({ id }) => id);
}

/** Sort key; wild tiles come last. */
function place(kind: Kind, by: RackSorting): number {
  if (kind === WILD) return 36;
  const colour = COLOURS.indexOf(kind.charAt(0));
  const design = Number(kind.charAt(1)) - 1;
  return by === 'colour' ? 6 * colour + design : 6 * design + colour;
}
