/** Vacations at a table: whose clock stands still, and until when. */
import type { SeatMember, Table } from '../../wire';

/** A vacation, in local milliseconds (`performance.now()`). */
export interface LocalVacation {
  starts: number;
  ends: number;
}

/** The vacation of the player at a seat; the table was received at local time `received`. */
export function vacationAt(table: Table, seat: number, received: number): LocalVacation | null {
  return localVacation(table.seats[seat]?.members[0] ?? null, received);
}

export function localVacation(member: SeatMember | null, received: number): LocalVacation | null {
  const vacation = member?.vacation;
  if (!vacation) return null;
  return { starts: received + vacation.starts, ends: received + vacation.ends };
}

/** How much of the time until a limit, seen at local time `here`, is not vacation. */
export function timeOutside(left: number, vacation: LocalVacation | null, here: number): number {
  if (!vacation) return left;
  const away = Math.min(here + left, vacation.ends) - Math.max(here, vacation.starts);
  return left - Math.max(0, away);
}

export function isOn(vacation: LocalVacation | null, here: number): boolean {
  return vacation !== null && vacation.starts <= here && here < vacation.ends;
}
