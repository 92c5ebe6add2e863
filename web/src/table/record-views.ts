/** Rebuilds the views of a record from its scenes, as written by `core/records/view_changes.py`. */
import type { DraftStep, GameRecord, Message, RecordStep, Step } from '../wire';

export type Change = NonNullable<RecordStep['scene']>[number];

/** Apply changes to a copy of `scene`. */
export function changed(scene: unknown, changes: readonly Change[]): unknown {
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
export function scenesOf(record: GameRecord): unknown[] {
  let scene: unknown = null;
  return record.steps.map((step) => {
    scene = changed(scene, step.scene ?? []);
    return scene;
  });
}

/** A moment of a replay: after a step or, in a race, after a change of a draft. */
export interface Frame {
  version: number;
  at: number;
  view: unknown;
  /** Drafts, by seat. */
  drafts: Readonly<Record<number, unknown>>;
}

/** Whether a draft belongs to a view; games that define this are replayed with drafts. */
export type Belongs = (view: unknown, draft: DraftStep) => boolean;

/** All moments of a record: its steps, and each change of a draft between them. */
export function framesOf(record: GameRecord, belongs?: Belongs): Frame[] {
  const last = new Map<number, DraftStep>();
  const entries = belongs ? (record.drafts ?? []) : [];
  return scenesOf(record).flatMap((view, version) => {
    const frame = (at: number): Frame => ({
      version,
      at,
      view,
      drafts: Object.fromEntries(
        [...last]
          .filter(([, entry]) => belongs?.(view, entry))
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
export function stepsOf(record: GameRecord): Step[] {
  return record.steps.map((step, version) => ({
    version,
    at: step.at,
    seat: step.seat ?? null,
    move: step.move ?? null,
    events: (step.events ?? []).flatMap((event) => told(event, record)),
    back: step.back ?? null,
  }));
}

/** In a complete record each event is shown as the seats that knew most saw it. */
function told(
  event: NonNullable<RecordStep['events']>[number],
  record: GameRecord,
): readonly Message[] {
  const { public: open, private: own = {} } = event;
  if (record.whole && Object.keys(own).length > 0) return Object.values(own);
  return open ? [open] : [];
}
