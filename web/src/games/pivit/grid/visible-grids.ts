/** What viewers can see of each seat's grid: the claimed grid, or the draft so far. */
import type { Fault } from '../../../wire';
import { HAND_SIZE, type Kind, type PivitDraft, type PivitView, type Placed } from '../view';
import { normalised } from './claim';
import { nameOf } from './tiles';

export interface VisibleGrid {
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

type SeatDrafts = Readonly<Record<number, unknown>>;
type SeatProgress = Readonly<Record<number, number>>;

export function visibleGridOf(
  view: PivitView,
  seat: number,
  drafts: SeatDrafts,
  progress: SeatProgress,
): VisibleGrid {
  const claimed = view.grids[seat] ?? null;
  const wrong = view.wrong?.[seat] ?? null;
  const refused = view.seat === seat && view.phase !== 'countdown' ? view.refused : null;
  const built = (drafts[seat] as PivitDraft | undefined)?.tiles ?? wrong ?? refused;
  const placed = claimed ?? (built ? normalised(built) : null);
  const judged = !claimed && wrong !== null && String(placed) === String(normalised(wrong));
  const hand = view.hands[seat] ?? [];
  /** A player who is correcting a wrong grid has their new draft's progress. */
  const laid = (mending: boolean) => (mending ? progress[seat] : undefined);
  return {
    seat,
    placed: placed && placed.length > 0 ? placed : null,
    wilds: claimed ? (view.wilds[seat] ?? []) : [],
    rest: withoutKinds(
      hand,
      (placed ?? []).map(([, , kind]) => kind),
    ),
    count: view.claimed[seat] ? HAND_SIZE : (laid(judged) ?? placed?.length ?? progress[seat] ?? 0),
    faults: judged ? (view.faults?.[seat] ?? []) : [],
  };
}

/** A grid as text, row by row. */
export function gridAsText(placed: readonly Placed[]): string {
  const rows = new Map<number, string[]>();
  for (const [, y, kind] of normalised(placed)) {
    rows.set(y, [...(rows.get(y) ?? []), nameOf(kind)]);
  }
  return [...rows.values()].map((row) => row.join('; ')).join(' / ');
}

function withoutKinds(hand: readonly Kind[], used: readonly Kind[]): Kind[] {
  const left = [...hand];
  for (const kind of used) {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
