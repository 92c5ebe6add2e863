/** Socket addresses, and the delays between attempts to reconnect. */

export const FIRST_RETRY_MS = 300;
export const MAX_RETRY_MS = 10_000;
/** Close code of a restarting server; it, or another process, is available at once. */
export const RESTARTING_CODE = 1012;
/** All clients of a restarting server reconnect within this time. */
export const RESTART_RETRY_WITHIN_MS = 500;
/** An interruption shorter than this is not shown. */
export const SHOW_LOST_AFTER_MS = 1_500;

/** URL of a socket on the page's own host, with the matching scheme. */
export function socketUrl(path: string, here: Pick<Location, 'protocol' | 'host'>): string {
  return `${here.protocol === 'https:' ? 'wss' : 'ws'}://${here.host}${path}`;
}

/**
 * Delay before the next attempt: exponential backoff, with jitter so that clients do not reconnect
 * all at once.
 */
export function retryDelayMs(attempts: number, code: number, random = Math.random): number {
  if (code === RESTARTING_CODE && attempts === 1) return RESTART_RETRY_WITHIN_MS * random();
  const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
  return longest * (0.5 + 0.5 * random());
}
