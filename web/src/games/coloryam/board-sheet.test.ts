// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { all, labels, text } from '../test-board.svelte';
import { keepOrStop, row, setUp, show } from './test-board';
import { base, column, FACES, failed, rolled } from './test-views';
import type { ColorYamView } from './view';

setUp();

describe('the current challenge', () => {
  it('is drawn and written, with the total and whether it is met', () => {
    const props = show({ view: rolled, moves: keepOrStop });
    expect(text('.task .sentence')).toBe('Exactly 2 blue dice');
    expect(all('.task [data-piece="B"]').length).toBe(1);
    expect(text('.state')).toBe('Total 20 Not met yet');
    props.view = { ...rolled, met: true };
    flushSync();
    expect(text('.state')).toBe('Total 20 Met');
    expect(text('.stop')).toBe('Stop enter 20');
    props.view = failed;
    flushSync();
    expect(text('.state')).toBe('Total 20 Not met');
  });

  it('says if it is a second chance', () => {
    show({ view: { ...rolled, chances: 1 }, moves: keepOrStop });
    expect(text('.chance')).toBe('Second chance');
  });

  it('is replaced, on a ColorYam line, by the numbers already entered there', () => {
    const field: ColorYamView = { ...rolled, line: 5, met: null };
    const props = show({ view: field, moves: keepOrStop });
    expect(text('.task .name')).toBe('ColorYam 2');
    expect(text('.task .sentence')).toBe('Any colours, any total');
    expect(text('.stop')).toBe('Stop with 20');
    const entries = [column(24, 0, 19), ...base.entries.slice(1)];
    props.view = { ...field, entries };
    flushSync();
    expect(text('.task .sentence')).toContain('19');
    props.view = { ...field, entries, beginner: true };
    flushSync();
    expect(text('.task .sentence')).toBe('Any colours, any total');
  });
});

describe('the score sheet', () => {
  const rows = () =>
    all('tbody tr, tfoot tr').map((row) =>
      [...row.querySelectorAll('td')].map((cell) =>
        [...cell.querySelectorAll<HTMLElement>('[role="img"], .entry, .points [aria-hidden]')]
          .map((part) => part.getAttribute('aria-label') ?? part.textContent)
          .join('+'),
      ),
    );

  it('has a column for each player and a row for each line, with headers', () => {
    show();
    expect(all('thead th[scope="col"]').length).toBe(4);
    expect(all('tbody').map((each) => each.dataset['piece'])).toEqual(['R', 'Y', 'B']);
    expect(all('tbody th[scope="row"]').length).toBe(12);
    expect(all('tbody [data-line]').map((each) => each.dataset['line'])).toEqual([...'0123456789']);
    expect(text('tbody th .sentence')).toBe('No yellow dice');
    expect(all('thead .name > span').map((each) => each.textContent)).toEqual([
      'You',
      'Ada',
      'Ben',
    ]);
  });

  it('shows entries, crossed-out lines and points', () => {
    show();
    expect(rows()[0]).toEqual(['24+2', '31+3', 'missed+0']);
    expect(rows()[1]).toEqual(['', '', '27']);
    expect(rows()[2]).toEqual(['', '', '21']);
    expect(row('[data-piece="R"] .score')).toBe('Score 2 3 0');
    expect(row('tfoot tr')).toBe('Points 2 3 0');
    expect(text('.points .unseen')).toBe('2 points');
  });

  it('marks the current line and the player on turn', () => {
    show();
    expect(all('[aria-current="step"]').length).toBe(1);
    expect(all('.now')[0]?.dataset['line']).toBe('1');
    expect(labels('.pointer')).toEqual(['To roll:']);
    expect(text('th.acts')).toBe('You');
  });

  it('shows sums instead of points to a single player', () => {
    const alone = { entries: [column(24)], points: [column(24)], totals: [24], waiting: [0] };
    show({ view: { ...base, ...alone } });
    expect(rows()[0]).toEqual(['24']);
    expect(row('tfoot tr')).toBe('Sum 24');
  });

  it('shows the final scores and the winner after the end, without buttons', () => {
    const over: ColorYamView = {
      ...base,
      phase: 'over',
      line: 10,
      waiting: [],
      totals: [14, 20, 20],
    };
    const last = { seat: 0, line: 9, faces: FACES, total: 20, entry: 0 };
    show({ view: { ...over, winners: [2], last }, moves: [] });
    expect(text('.finale p')).toBe('You got an X (total 20)');
    expect(row('tfoot tr')).toBe('Final score 14 20 20');
    expect(labels('.crown')).toEqual(['Winner']);
    expect(text('th.won')).toBe('Ben');
    expect(all('button').length).toBe(0);
  });
});
