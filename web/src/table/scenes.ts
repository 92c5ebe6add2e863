/** How a view changed from one version to the next: what `core/scene.py` writes, read back. */
import type { GameRecord, Message, RecordStep, Step } from '../wire';

export type Change = NonNullable<RecordStep['scene']>[number];

/** `scene` after these changes, itself left as it was. */
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

/** The record's steps as the log shows them. */
export function stepsOf(record: GameRecord): Step[] {
  return record.steps.map((step, version) => ({
    version,
    at: step.at,
    seat: step.seat ?? null,
    move: step.move ?? null,
    events: (step.events ?? []).flatMap((event) => told(event, record)),
  }));
}

/** In a whole record each event is told as those saw it who knew most of it. */
function told(
  event: NonNullable<RecordStep['events']>[number],
  record: GameRecord,
): readonly Message[] {
  const { public: open, private: own = {} } = event;
  if (record.whole && Object.keys(own).length > 0) return Object.values(own);
  return open ? [open] : [];
}
