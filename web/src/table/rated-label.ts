/** Labels for rated and casual games. */

import { t } from '../messages';
import type { Table, TableCard } from '../wire';

type Rated = Pick<Table, 'rated' | 'deal'> & { seats: number };

/** Empty for a single player, or if the deal is known. */
export function ratedLabel({ rated, deal, seats }: Rated): string[] {
  if (rated) return [t('page.rated')];
  return deal === 'fresh' && seats > 1 ? [t('page.casual')] : [];
}

export function ratedLabelOfTable({ rated, deal, seats }: Table): string[] {
  return ratedLabel({ rated, deal, seats: seats.length });
}

export function ratedLabelOfCard({ rated, deal, names }: TableCard): string[] {
  return ratedLabel({ rated, deal, seats: names.length });
}
