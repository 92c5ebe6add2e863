import { beforeAll, expect, it } from 'vitest';
import { formatMessage, loadLanguage } from '../../messages';
import type { Message, Outcome, Table } from '../../wire';
import { headline } from './headline';

beforeAll(() => loadLanguage('en'));

const names = ['Ada', 'Ben'];
const table = { game: 'quivvit', seats: [{}, {}] } as unknown as Table;

function text(winners: number[], scores: number[], seat: number | null, together = false): string {
  const args: Message['args'] = together ? {} : { seats: winners };
  const outcome: Outcome = { winners, scores, reason: { id: 'reason', args } };
  return formatMessage(headline(outcome, table, seat), names, seat);
}

it('the headline gives the winner and the margin, and addresses the reader', () => {
  expect(text([0], [41, 38], 0)).toBe('You win by 3 points!');
  expect(text([0], [41, 38], 1)).toBe('Ada wins by 3 points');
  expect(text([0], [41, 40], null)).toBe('Ada wins by 1 point');
});

it('the headline gives only the winner if points did not decide', () => {
  expect(text([1], [41, 41], 1)).toBe('You win!');
  expect(text([1], [], 0)).toBe('Ben wins');
});

it('the headline distinguishes a draw from winning together', () => {
  expect(text([0, 1], [41, 41], 0)).toBe('It’s a draw');
  expect(text([0, 1], [9, 9], 0, true)).toBe('Everyone wins!');
  expect(text([], [9, 9], 0, true)).toBe('Not this time');
});
