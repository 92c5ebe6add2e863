/** The origin of a game's deal. */
import type { DealResults } from '../../wire';

export type DealOrigin =
  | { kind: 'own' }
  | { kind: 'daily'; day: string }
  | { kind: 'known'; table: string };

/** A deal's id is the table where it was first played, or `daily/2026-11-15/coloryam`. */
export function dealOrigin({ deal }: Pick<DealResults, 'deal'>, table: string): DealOrigin {
  const [, day] = /^daily\/([^/]+)\//.exec(deal) ?? [];
  if (day !== undefined) return { kind: 'daily', day };
  return deal === table ? { kind: 'own' } : { kind: 'known', table: deal };
}
