/** What it costs a player to leave a game. */
import type { Table, TableChanged } from '../../wire';
import type { Place } from '../seating';

/**
 * - `nothing`: a casual game; the player can return.
 * - `lost`: the game ends at once, and the player loses.
 * - `last`: a bot plays on, and the player finishes last.
 * - `lost_alone`: a bot plays on, and the player loses even if the partners win.
 */
export type LeavingCost = 'nothing' | 'lost' | 'last' | 'lost_alone';

/** The cost for the player at that place; `ending` is what ending the game would mean for them. */
export function leavingCost(
  table: Pick<Table, 'rated' | 'seats'>,
  place: Place,
  ending: TableChanged['ending'],
): LeavingCost {
  if (!table.rated) return 'nothing';
  // The game is cooperative and has other players.
  if (ending === 'ask_lost') return 'lost_alone';
  // There are no other people.
  if (ending === 'lost') return 'lost';
  return sidesWithout(table, place) < 2 ? 'lost' : 'last';
}

/** How many seats still play if the player at that place leaves. */
function sidesWithout({ seats }: Pick<Table, 'seats'>, place: Place): number {
  const plays = seats.filter(({ members }, seat) =>
    members.some(
      (each, member) =>
        each && !each.forfeited && !(seat === place.seat && member === place.member),
    ),
  );
  return plays.length;
}
