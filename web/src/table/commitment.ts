/** Checks a revealed seed against the commitment made before the game, like `core/seeds.py`. */
import type { GameRecord } from '../wire';

export type CommitmentVerdict = 'kept' | 'broken' | 'unknown';

/** `unknown` without a seed, or if the browser cannot hash because the page is not secure. */
export async function checkCommitment(
  record: GameRecord,
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<CommitmentVerdict> {
  if (!record.seed || !record.commitment || !subtle) return 'unknown';
  const { table = '', game, rules, options, seats, seed, origin, position } = record;
  const committed: unknown[] = ['quincunx-commitment/1', table, game, rules, options, seats];
  committed.push(seed.secret);
  // A game continued from another one commits to its origin too.
  if (origin) committed.push([origin.table, origin.version]);
  // A game that was not dealt commits to the position from which it started.
  if (position) committed.push(position);
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(canonical(committed)));
  const randomHex = Array.from(new Uint8Array(digest), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return randomHex.join('') === record.commitment ? 'kept' : 'broken';
}

/** Compact JSON with sorted keys: the same bytes in every language. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
