/** The lobby's filter, stored in the URL. */
import { DAY_S } from '../../messages/time';
import type { TableCard } from '../../wire';

export const CLOCKS = ['none', 'moves', 'days'] as const;
export type Clock = (typeof CLOCKS)[number];

export interface Filter {
  /** Empty for every game. */
  game: string;
  /** Empty for any clock. */
  clock: Clock | '';
  free: boolean;
}

/** Read the filter from the query; invalid values are ignored. */
export function readFilter(query: URLSearchParams): Filter {
  return {
    game: query.get('game') ?? '',
    clock: CLOCKS.find((clock) => clock === query.get('clock')) ?? '',
    free: query.has('free'),
  };
}

export function writeFilter({ game, clock, free }: Filter): string {
  return new URLSearchParams({
    ...(game && { game }),
    ...(clock && { clock }),
    ...(free && { free: '1' }),
  }).toString();
}

export function matchesFilter({ game, clock, free }: Filter, table: TableCard): boolean {
  return (
    (game === '' || table.game === game) &&
    (clock === '' || clockOf(table) === clock) &&
    (!free || (table.phase === 'gathering' && table.free > 0))
  );
}

export function clockOf({ pace, total }: Pick<TableCard, 'pace' | 'total'>): Clock {
  const seconds = total?.base ?? pace;
  if (seconds === null) return 'none';
  return seconds < DAY_S ? 'moves' : 'days';
}
