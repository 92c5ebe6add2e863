/** Rebuilds the views of a record from its scenes, as written by `core/records/view_changes.py`. */
import type { DraftStep, GameRecord, Message, RecordStep, Step } from '../wire';

export type ViewChange = NonNullable<RecordStep['scene']>[number];

/** Apply changes to a copy of `scene`. */
export function applyChanges(scene: unknown, changes: readonly ViewChange[]): unknown {
  return changes.reduce((before, [path, value]) => replaced(before, path, value), scene);
}

function replaced(scene: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = Array.isArray(scene) ? [...scene] : { ...(scene as object) };
  const parts = copy as Record<string | number, unknown>;
  parts[key] = replaced(parts[key], rest, value);
  return copy;
}

/** The view at every version of a record. */
export function viewsOfRecord(record: Pick<GameRecord, 'steps'>): unknown[] {
  let scene: unknown = null;
  return record.steps.map((step) => {
    scene = applyChanges(scene, step.scene ?? []);
    return scene;
  });
}

/** A moment of a replay: after a step or, in a race, after a change of a draft. */
export interface ReplayFrame {
  version: number;
  at: number;
  view: unknown;
  /** Drafts, by seat. */
  drafts: Readonly<Record<number, unknown>>;
}

/** Whether a draft belongs to a view; games that define this are replayed with drafts. */
export type DraftFilter = (view: unknown, draft: DraftStep) => boolean;

/** All moments of a record: its steps, and each change of a draft between them. */
export function framesOfRecord(
  record: Pick<GameRecord, 'steps' | 'drafts'>,
  isDraftShown?: DraftFilter,
): ReplayFrame[] {
  const last = new Map<number, DraftStep>();
  const entries = isDraftShown ? (record.drafts ?? []) : [];
  return viewsOfRecord(record).flatMap((view, version) => {
    const frame = (at: number): ReplayFrame => ({
      version,
      at,
      view,
      drafts: Object.fromEntries(
        [...last]
          .filter(([, entry]) => isDraftShown?.(view, entry))
          .map(([seat, { draft }]) => [seat, draft]),
      ),
    });
    const built = entries.filter((entry) => entry.version === version);
    return [
      frame(record.steps[version]?.at ?? 0),
      ...built.map((entry) => {
        last.set(entry.seat, entry);
        return frame(entry.at);
      }),
    ];
  });
}

/** The record's steps, as the log shows them. */
export function logOfRecord(record: GameRecord): Step[] {
  return record.steps.map((step, version) => ({
    version,
    at: step.at,
    seat: step.seat ?? null,
    move: step.move ?? null,
    events: (step.events ?? []).flatMap((event) => visibleMessages(event, record)),
    back: step.back ?? null,
  }));
}

/** In a complete record each event is shown as the seats that knew most saw it. */
function visibleMessages(
  event: NonNullable<RecordStep['events']>[number],
  record: GameRecord,
): readonly Message[] {
  const { public: open, private: own = {} } = event;
  if (record.whole && Object.keys(own).length > 0) return Object.values(own);
  return open ? [open] : [];
}
