/** Which of the open tables somebody wants to see; it is part of the lobby's address. */
import { DAY } from '../time';
import type { TableCard } from '../wire';

export const CLOCKS = ['none', 'moves', 'days'] as const;
export type Clock = (typeof CLOCKS)[number];

export interface Filter {
  /** Empty: every game. */
  game: string;
  /** Empty: with or without. */
  clock: Clock | '';
  free: boolean;
}

/** What the query says; what it says wrongly is as if it said nothing. */
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

export function admits({ game, clock, free }: Filter, table: TableCard): boolean {
  return (
    (game === '' || table.game === game) &&
    (clock === '' || clockOf(table.pace) === clock) &&
    (!free || (table.phase === 'gathering' && table.free > 0))
  );
}

export function clockOf(pace: number | null): Clock {
  if (pace === null) return 'none';
  return pace < DAY ? 'moves' : 'days';
}
