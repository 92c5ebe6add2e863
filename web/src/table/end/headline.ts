/** The result of a game in a few words. */
import { scoreText } from '../../pages/shared/score-text';
import type { Message, Outcome, Table } from '../../wire';
import { outcomeMessage } from '../turn-text';
import { isTogether, winningMargin } from './standings';

/** “You win by 3 points!”, “Ada wins”, “It’s a draw”. */
export function headline(outcome: Outcome, table: Table, seat: number | null): Message {
  const { winners } = outcome;
  const seats = table.seats.length;
  const margin = winningMargin(outcome);
  if (margin > 0) {
    const text = scoreText({ game: table.game, seats }, margin);
    return { id: 'page.end.won_by', args: { seats: [...winners], margin: text } };
  }
  if (seats > 1 && winners.length === seats && !isTogether(outcome)) {
    return { id: 'page.end.draw', args: {} };
  }
  return outcomeMessage(winners, seats, seat);
}
