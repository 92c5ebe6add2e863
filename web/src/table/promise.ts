/** Whether a shown seed is the one that was promised before the game: `core/deal.py`, looked over. */
import type { GameRecord } from '../wire';

export type Verdict = 'kept' | 'broken' | 'unknown';

/** Browsers can hash on secure pages alone; elsewhere, or without a seed, we cannot tell. */
export async function promise(
  record: GameRecord,
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<Verdict> {
  if (!record.seed || !record.commitment || !subtle) return 'unknown';
  const { table = '', game, rules, options, seats, seed, origin } = record;
  const promised: unknown[] = ['quincunx-commitment/1', table, game, rules, options, seats];
  promised.push(seed.secret);
  // Played on from another game: what came before is not this seed's.
  if (origin) promised.push([origin.table, origin.version]);
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(canonical(promised)));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('') === record.commitment ? 'kept' : 'broken';
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
