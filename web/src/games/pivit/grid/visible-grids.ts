/** What viewers can see of each seat's grid: the claimed grid, or the draft so far. */
import type { Fault } from '../../../wire';
import { type Draft, HAND, type Kind, type Placed, type View } from '../view';
import { normalised } from './claim';
import { nameOf } from './tiles';

export interface Shown {
  seat: number;
  /** `null` if the grid is hidden. */
  placed: readonly Placed[] | null;
  wilds: readonly Placed[];
  /** Tiles outside the grid, as far as they are visible. */
  rest: readonly Kind[];
  count: number;
  /** Why the check found this grid wrong; empty if it did not. */
  faults: readonly Fault[];
}

type Drafts = Readonly<Record<number, unknown>>;
type Progress = Readonly<Record<number, number>>;

export function shownOf(view: View, seat: number, drafts: Drafts, progress: Progress): Shown {
  const claimed = view.grids[seat] ?? null;
  const wrong = view.wrong?.[seat] ?? null;
  const refused = view.seat === seat && view.phase !== 'countdown' ? view.refused : null;
  const built = (drafts[seat] as Draft | undefined)?.tiles ?? wrong ?? refused;
  const placed = claimed ?? (built ? normalised(built) : null);
  const judged = !claimed && wrong !== null && String(placed) === String(normalised(wrong));
  const hand = view.hands[seat] ?? [];
  /** A player who is correcting a wrong grid has their new draft's progress. */
  const laid = (mending: boolean) => (mending ? progress[seat] : undefined);
  return {
    seat,
    placed: placed && placed.length > 0 ? placed : null,
    wilds: claimed ? (view.wilds[seat] ?? []) : [],
    rest: less(
      hand,
      (placed ?? []).map(([, , kind]) => kind),
    ),
    count: view.claimed[seat] ? HAND : (laid(judged) ?? placed?.length ?? progress[seat] ?? 0),
    faults: judged ? (view.faults?.[seat] ?? []) : [],
  };
}

/** A grid as text, row by row. */
export function spelt(placed: readonly Placed[]): string {
  const rows = new Map<number, string[]>();
  for (const [, y, kind] of normalised(placed)) {
    rows.set(y, [...(rows.get(y) ?? []), nameOf(kind)]);
  }
  return [...rows.values()].map((row) => row.join('; ')).join(' / ');
}

function less(hand: readonly Kind[], used: readonly Kind[]): Kind[] {
  const left = [...hand];
  for (const kind of used) {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
