/** What to do now in Qwirkle Cards. */
import type { Message } from '../../wire';
import type { QwirkleCardsView } from './view';

export function goal(view: QwirkleCardsView, seat: number | null): Message | null {
  if (view.phase === 'over') return null;
  // The puzzle is one turn for one player.
  if (view.sizes.length === 1) return { id: 'qwirkle_cards.goal.puzzle', args: {} };
  const mine = view.turn === seat;
  if (view.phase === 'redraw' && mine) return { id: 'qwirkle_cards.goal.redraw', args: {} };
  if (view.turns_left !== null) return { id: 'qwirkle_cards.goal.last_turns', args: {} };
  if (view.table.length === 0) return { id: 'qwirkle_cards.goal.first', args: {} };
  return { id: 'qwirkle_cards.goal.play', args: {} };
}
