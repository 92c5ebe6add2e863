/** What every line to the server has in common: its address, and patience when it breaks. */

export const FIRST_WAIT = 300;
export const LONGEST_WAIT = 10_000;

/** The address of a socket on the page's own host, in the page's own scheme. */
export function lineTo(path: string, here: Pick<Location, 'protocol' | 'host'>): string {
  return `${here.protocol === 'https:' ? 'wss' : 'ws'}://${here.host}${path}`;
}

/** Longer after each vain attempt, with jitter so that not everybody comes back at once. */
export function patience(attempts: number, random = Math.random): number {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempts - 1));
  return longest * (0.5 + 0.5 * random());
}
