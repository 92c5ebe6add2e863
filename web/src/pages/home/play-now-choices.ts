/** The last choices of “play now”, stored in this browser. */
import { readStored, store } from '../../app/storage';

/** Seconds to wait for others before bots take the free seats. */
export const WAITS = [0, 20, 60, 300] as const;

const KEY = 'quincunx.play';

export interface PlayNowChoices {
  wait: number;
  level: string;
}

/** The last choices; storage may be blocked, or contain values that are no longer offered. */
export function lastChoices(levels: readonly string[], usual: string): PlayNowChoices {
  const last = storedChoices();
  return {
    wait: WAITS.find((wait) => wait === last.wait) ?? WAITS[1],
    level: levels.find((level) => level === last.level) ?? usual,
  };
}

function storedChoices(): Partial<PlayNowChoices> {
  try {
    return JSON.parse(readStored(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

export function storeChoices(choices: PlayNowChoices): void {
  store(KEY, JSON.stringify(choices));
}
