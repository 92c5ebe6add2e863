/** Socket addresses, and the delays between attempts to reconnect. */

export const FIRST_WAIT = 300;
export const LONGEST_WAIT = 10_000;
/** Close code of a restarting server; it, or another process, is available at once. */
export const RESTARTING = 1012;
/** All clients of a restarting server reconnect within this time. */
export const COME_BACK_WITHIN = 500;
/** An interruption shorter than this is not shown. */
export const UNNOTICED = 1_500;

/** URL of a socket on the page's own host, with the matching scheme. */
export function lineTo(path: string, here: Pick<Location, 'protocol' | 'host'>): string {
  return `${here.protocol === 'https:' ? 'wss' : 'ws'}://${here.host}${path}`;
}

/**
 * Delay before the next attempt: exponential backoff, with jitter so that clients do not reconnect
 * all at once.
 */
export function patience(attempts: number, code: number, random = Math.random): number {
  if (code === RESTARTING && attempts === 1) return COME_BACK_WITHIN * random();
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempts - 1));
  return longest * (0.5 + 0.5 * random());
}
