/** How the player last started a game, stored in this browser. */
import { readStored, store } from '../../app/storage';

/** Seconds to wait for other players before bots take the free seats. */
export const WAITS = [20, 60, 300] as const;

const KEY = 'quincunx.play';

export interface PlayNowChoices {
  wait: number;
  /** The level of the bots. */
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

export function storeChoices(choices: Partial<PlayNowChoices>): void {
  store(KEY, JSON.stringify({ ...storedChoices(), ...choices }));
}
