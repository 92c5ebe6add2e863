/** Names and presence of the players at a table. */

import { t, term } from '../messages';
import { isolated } from '../messages/isolate';
import type { Person, SeatMember, Table } from '../wire';

/** The players' names by seat: people by name, bots by level, numbered if several share one. */
export function playerNames(table: Pick<Table, 'seats'>): string[] {
  const levels = table.seats.flatMap(({ members }) =>
    members.flatMap((m) => (m?.person ? [] : (m?.bot ?? []))),
  );
  const numbering = numbered(levels);
  return table.seats.map(({ members }, seat) => {
    const names = members.flatMap((m) => (m === null ? [] : [memberName(m, numbering)]));
    return names.length > 0 ? names.join(' & ') : t('core.seat', { number: seat + 1 });
  });
}

/** A name as it is shown everywhere: that of a bot account is marked. */
export function personName({ name, bot = false }: Pick<Person, 'name' | 'bot'>): string {
  return bot ? t('page.bot.account', { name: isolated(name) }) : isolated(name);
}

/**
 * The players' names in a record, which contains a bot's level instead of a name. `botSeats` are the
 * seats of bot accounts.
 */
export function playerNamesInRecord(
  names: readonly string[],
  seats: number,
  levels: readonly string[],
  botSeats: readonly number[] = [],
) {
  const numbering = numbered(names.filter((name) => levels.includes(name)));
  return Array.from({ length: seats }, (_, seat) => {
    const name = names[seat] ?? '';
    if (name === '') return t('core.seat', { number: seat + 1 });
    if (levels.includes(name)) return numbering(name);
    return personName({ name, bot: botSeats.includes(seat) });
  });
}

function memberName(sitter: SeatMember, numbering: (level: string) => string): string {
  return sitter.person ? personName(sitter.person) : numbering(sitter.bot ?? '');
}

/** Return a function that names bots of one level in order. */
function numbered(levels: readonly string[]): (level: string) => string {
  const count = new Map<string, number>();
  return (level) => {
    const number = (count.get(level) ?? 0) + 1;
    count.set(level, number);
    const several = levels.filter((other) => other === level).length > 1;
    const word = term('page.level', level);
    return several
      ? t('page.bot.numbered', { level: word, number })
      : t('page.bot', { level: word });
  };
}

/** The preselected level of bots. */
export function defaultLevel(levels: readonly string[]): string | undefined {
  return levels.find((level) => level === 'medium') ?? levels[0];
}

export function seatMembers(table: Table): SeatMember[] {
  return table.seats.flatMap(({ members }) => members.filter((m) => m !== null));
}

/**
 * A player's presence in one word. A player who has left may still be connected, and one who has
 * lost the connection has not left. A team is as present as its least present member.
 */
export type Presence = 'bot' | 'stand_in' | 'gone' | 'away' | 'here';

const LEAST_FIRST: readonly Presence[] = ['gone', 'stand_in', 'away', 'here', 'bot'];

export function presenceOf(members: readonly (SeatMember | null)[]): Presence {
  const all = members.map((sitter): Presence => {
    if (sitter?.gone) return 'gone';
    if (sitter?.bot != null) return sitter.person ? 'stand_in' : 'bot';
    return sitter?.here ? 'here' : 'away';
  });
  return LEAST_FIRST.find((each) => all.includes(each)) ?? 'away';
}

/** Absent players for whom the others need not wait, with their seats. */
export function absentPlayers(table: Table): { seat: number; person: Person }[] {
  return table.seats.flatMap(({ members }, seat) =>
    members.flatMap((m) => (m?.gone && m.person ? [{ seat, person: m.person }] : [])),
  );
}

/** The people at a seat, also those for whom a bot stands in. */
export function peopleAt(table: Table, seat: number): Person[] {
  return (table.seats[seat]?.members ?? []).flatMap((m) => m?.person ?? []);
}

/** A seat, and the index in its team. */
export interface Place {
  seat: number;
  member: number;
}

export function freePlaces(table: Table): Place[] {
  return table.seats.flatMap(({ members }, seat) =>
    members.flatMap((sitter, member) => (sitter === null ? [{ seat, member }] : [])),
  );
}

export function countEmptySeats(table: Table): number {
  return freePlaces(table).length;
}

/** Whether this person sits here and every other seat has a bot, so that nobody else is awaited. */
export function awaitsNobodyElse(table: Table, person: string): boolean {
  const members = table.seats.flatMap((seat) => seat.members);
  return (
    members.some((sitter) => sitter?.person?.id === person) &&
    members.every(
      (sitter) => sitter !== null && (sitter.bot !== null || sitter.person?.id === person),
    )
  );
}

/**
 * Whether a seated player is ready by coming to the table: everybody who pressed “Play” or “Join”.
 * The host of a table with other people starts the game, unless they were paired.
 */
export function isReadyOnArrival(table: Table, person: string): boolean {
  return (
    table.fills !== null ||
    table.starts_by !== null ||
    table.host.id !== person ||
    awaitsNobodyElse(table, person)
  );
}

/** Whether only this person and bots play. */
export function isAloneWithBots(table: Table, person: string): boolean {
  return seatMembers(table).every((sitter) => sitter.bot !== null || sitter.person?.id === person);
}
