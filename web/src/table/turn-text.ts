/** Whose turn it is, as a message. */
import type { Message, ViewerPosition } from '../wire';

/** `myPart`: whether we act for our seat, and not another member of the team. */
export function turnMessage(
  position: Pick<ViewerPosition, 'awaited'>,
  seat: number | null,
  myPart = true,
): Message {
  const { awaited } = position;
  const mine = seat !== null && awaited.includes(seat);
  if (mine && !myPart) return { id: 'page.play.team_turn', args: {} };
  if (mine && awaited.length === 1) return { id: 'page.play.your_turn', args: {} };
  if (mine) return { id: 'page.play.your_turn_too', args: {} };
  if (awaited.length === 0) return { id: 'page.play.nobody', args: {} };
  return { id: 'page.play.waiting', args: { seats: awaited } };
}

/** How the game ended for this seat: won or lost, alone or together. */
export function outcomeMessage(
  winners: readonly number[],
  seats: number,
  seat: number | null,
): Message {
  if (seats === 1) return { id: 'page.end.alone', args: {} };
  if (winners.length === seats) return { id: 'page.end.all_won', args: {} };
  if (winners.length === 0) return { id: 'page.end.all_lost', args: {} };
  if (seat !== null && winners.includes(seat)) return { id: 'page.end.you_won', args: {} };
  return { id: 'page.end.won', args: { seats: [...winners], count: winners.length } };
}
