/** How somebody likes to play at once, remembered by this browser. */

/** Seconds to wait for others until bots take the free seats. */
export const WAITS = [0, 20, 60, 300] as const;

const KEY = 'quincunx.play';

export interface Liking {
  wait: number;
  level: string;
}

/** As the last time; storage may be forbidden, or hold something that is no longer offered. */
export function liking(levels: readonly string[], usual: string): Liking {
  const last = remembered();
  return {
    wait: WAITS.find((wait) => wait === last.wait) ?? WAITS[1],
    level: levels.find((level) => level === last.level) ?? usual,
  };
}

function remembered(): Partial<Liking> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

export function remember(liking: Liking): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(liking));
  } catch {
    // It is only a preference.
  }
}
