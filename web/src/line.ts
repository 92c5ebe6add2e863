/** What every line to the server has in common: its address, and patience when it breaks. */

export const FIRST_WAIT = 300;
export const LONGEST_WAIT = 10_000;
/** A server that is restarted says goodbye with this code; it, or another one, is there at once. */
export const RESTARTING = 1012;
/** Everybody who was there comes back within so long. */
export const COME_BACK_WITHIN = 500;
/** A line that is back so soon was never lost to whoever looks on. */
export const UNNOTICED = 1_500;

/** The address of a socket on the page's own host, in the page's own scheme. */
export function lineTo(path: string, here: Pick<Location, 'protocol' | 'host'>): string {
  return `${here.protocol === 'https:' ? 'wss' : 'ws'}://${here.host}${path}`;
}

/** Longer after each vain attempt, with jitter so that not everybody comes back at the same moment. */
export function patience(attempts: number, code: number, random = Math.random): number {
  if (code === RESTARTING && attempts === 1) return COME_BACK_WITHIN * random();
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempts - 1));
  return longest * (0.5 + 0.5 * random());
}
