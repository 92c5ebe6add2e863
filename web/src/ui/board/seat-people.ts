/** Who sits where, for boards: they know names only, and draw a mark at each seat. */
import { getContext, setContext } from 'svelte';
import type { Person, Said } from '../../wire';
import type { Reaction } from '../reactions';

export interface ShownReaction extends Said {
  person: Person;
  reaction: Reaction;
}

export interface SeatPeople {
  /** The people at a seat, without bots. */
  at: (seat: number) => readonly Person[];
  /** The reaction that a person has just sent. */
  reactionOf: (person: Person) => ShownReaction | null;
}

const KEY = 'seat-people';

/** Let the boards below show these people. */
export function provideSeatPeople(people: SeatPeople): void {
  setContext(KEY, people);
}

/** The people at the seats; `undefined` where a board is shown without a table, as in a replay. */
export function seatPeople(): SeatPeople | undefined {
  return getContext<SeatPeople | undefined>(KEY);
}
