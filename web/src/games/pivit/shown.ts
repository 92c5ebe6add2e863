/** What can be seen of each seat's grid: what it has claimed, or what it has built so far. */
import type { Fault } from '../../wire';
import { normalised } from './claim';
import { nameOf } from './tiles';
import { type Draft, HAND, type Kind, type Placed, type View } from './view';

export interface Shown {
  seat: number;
  /** Nothing: it cannot be seen. */
  placed: readonly Placed[] | null;
  wilds: readonly Placed[];
  /** What is not in it, as far as that can be seen. */
  rest: readonly Kind[];
  count: number;
  /** Why this grid was found wrong at the check; empty if it was not. */
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
  /** Somebody who has begun to mend a wrong grid is as far as that new one. */
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

/** A grid in words, row by row. */
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
