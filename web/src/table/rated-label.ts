/** Labels for rated and casual games. */

import { say } from '../messages';
import type { Table, TableCard } from '../wire';

type Rated = Pick<Table, 'rated' | 'deal'> & { seats: number };

/** Empty for a single player, or if the deal is known. */
export function kindWords({ rated, deal, seats }: Rated): string[] {
  if (rated) return [say('page.rated')];
  return deal === 'fresh' && seats > 1 ? [say('page.casual')] : [];
}

export function kindOfTable({ rated, deal, seats }: Table): string[] {
  return kindWords({ rated, deal, seats: seats.length });
}

export function kindOfCard({ rated, deal, names }: TableCard): string[] {
  return kindWords({ rated, deal, seats: names.length });
}
