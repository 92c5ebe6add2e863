/** An undo history. */

export interface UndoHistory<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

export function newHistory<T>(now: T): UndoHistory<T> {
  return { past: [], now, future: [] };
}

export function pushed<T>({ past, now }: UndoHistory<T>, next: T): UndoHistory<T> {
  return { past: [...past, now], now: next, future: [] };
}

export function undone<T>(history: UndoHistory<T>): UndoHistory<T> {
  const { past, now, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

export function redone<T>(history: UndoHistory<T>): UndoHistory<T> {
  const { past, now, future } = history;
  const [next, ...rest] = future;
  return next === undefined ? history : { past: [...past, now], now: next, future: rest };
}

/** Apply a change to every state in the history. */
export function mapped<T>(
  { past, now, future }: UndoHistory<T>,
  change: (each: T) => T,
): UndoHistory<T> {
  return { past: past.map(change), now: change(now), future: future.map(change) };
}
