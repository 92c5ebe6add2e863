// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { all, button, played, text } from '../test-board.svelte';
import {
  cell,
  description,
  held,
  LINKING,
  lit,
  NO_EFFECT,
  press,
  rotate,
  rotations,
  setUp,
  show,
  tap,
} from './test-board';
import { base, quiet } from './test-views';
import type { QuivvitView } from './view';

setUp();

describe('a card', () => {
  it('has a description of its squares that does not reveal what a rotation would link', () => {
    show();
    expect(description('b2')).toBe(
      'b2: 1 point, red top left, blue top right, green bottom right, yellow bottom left',
    );
    expect(description('d2')).toMatch(/^d2: minus 1 point, /);
    tap(cell('b2'));
    rotate('right');
    const moveText = [...all('[role="status"], [aria-label], .unseen')].map(
      (each) => `${each.textContent} ${each.getAttribute('aria-label')}`,
    );
    expect(moveText.filter((words) => /link|points? with|c2 and/.test(words))).toEqual([]);
    expect(text('.release small')).toBe('3 cards, 6 points');
    expect(document.querySelector('.release small')?.getAttribute('aria-hidden')).toBe('true');
    expect(all('[role="status"]').map((each) => each.textContent)).toContain(
      'yellow top left, red top right, blue bottom right, green bottom left',
    );
  });

  it('has a description of its links if rotating it is suggested', () => {
    show({ suggested: 'b2 right' });
    expect(description('b2')).toContain(
      '(suggested: rotate it right. It links blue at b2 c2, green at b2 b3.)',
    );
    tap(cell('b2'));
    expect(all('.suggested').map((each) => each.dataset['turn'])).toEqual(['right']);
    rotate('right');
    expect(all('.suggested').map((each) => each.dataset['move'])).toEqual(['b2 right']);
  });
});

describe('a held card', () => {
  it('shows which way to rotate it to the suggested move', () => {
    show({ moves: [...rotations, { move: 'b2 half', effect: NO_EFFECT }], suggested: 'b2 half' });
    const suggested = () =>
      all('.suggested').map((each) => each.dataset['turn'] ?? each.dataset['move']);
    tap(cell('b2'));
    rotate('left');
    expect(suggested()).toEqual(['right']);
    rotate('left');
    expect(suggested()).toEqual(['b2 half']);
  });

  it('lights up what links after a rotation, and is played when it is released', () => {
    show();
    tap(cell('b2'));
    expect([held(), lit(), text('.release')]).toEqual([['b2'], [], 'Put back']);
    rotate('right');
    expect(lit()).toEqual(['b2 B', 'b2 G', 'c2 B', 'b3 G']);
    expect(all('circle[data-piece="B"][r="0.11"]').length).toBe(1);
    tap(button('b2 right'));
    expect(played).toEqual(['b2 right']);
  });

  it('can be rotated back and put back without a move', () => {
    show();
    tap(cell('b2'));
    rotate('right');
    rotate('left');
    expect(lit()).toEqual([]);
    tap(document.querySelector<HTMLElement>('.release'));
    expect([held(), played]).toEqual([[], []]);
  });

  it('is rotated by clicks on its halves, only as far as is legal', () => {
    show();
    tap(cell('b2'));
    tap(cell('b2'), 'right');
    tap(cell('b2'), 'right');
    expect(button('b2 right')).not.toBe(null);
    tap(cell('b2'), 'left');
    tap(cell('b2'), 'left');
    expect(button('b2 left')).not.toBe(null);
  });

  it('can be rotated by half a turn if that is legal, and shows what that costs', () => {
    show({ moves: [...rotations, { move: 'b2 half', effect: NO_EFFECT }] });
    tap(cell('b2'));
    rotate('left');
    rotate('left');
    expect(text('.line')).toMatch(/half turn: uses Double Rotate/);
    tap(button('b2 half'));
    expect(played).toEqual(['b2 half']);
  });

  it('can be claimed without a rotation if it has a free link', () => {
    show({ moves: [...rotations, { move: 'claim b2', effect: LINKING }] });
    tap(cell('b2'));
    expect(text('.release')).toBe('Claim free link 3 cards, 6 points');
    tap(button('claim b2'));
    expect(played).toEqual(['claim b2']);
  });

  it('is put back when the player presses another card or beside the cards', () => {
    show();
    tap(cell('b2'));
    rotate('right');
    tap(cell('d4'));
    expect([held(), lit()]).toEqual([['d4'], []]);
    tap(document.querySelector<HTMLElement>('.board'));
    expect(held()).toEqual([]);
  });

  it('stays held, and cannot be changed, until the server has answered its move', () => {
    const props = show();
    tap(cell('b2'));
    rotate('right');
    tap(button('b2 right'));
    props.busy = true;
    flushSync();
    rotate('left');
    tap(cell('d4'));
    tap(button('b2 right'));
    expect([held(), lit().length, played]).toEqual([['b2'], 4, ['b2 right']]);
    // The move was refused: the card can be changed again.
    props.busy = false;
    flushSync();
    rotate('left');
    expect(lit()).toEqual([]);
  });

  it('can be rotated, but not played, while another request is being answered', () => {
    show({ busy: true });
    tap(cell('b2'));
    rotate('right');
    expect(lit().length).toBe(4);
    tap(button('b2 right'));
    expect(played).toEqual([]);
  });

  it('is put back when the time is up', () => {
    const props = show();
    tap(cell('b2'));
    rotate('right');
    const last = {
      ...(quiet.last as NonNullable<QuivvitView['last']>),
      way: 'time' as const,
      cell: null,
    };
    Object.assign(props, { view: { ...base, played: 1, turn: 1, last }, moves: [] });
    flushSync();
    expect([held(), lit()]).toEqual([[], []]);
    expect(text('.before')).toBe('Mia time is up');
  });
});

describe('the keyboard', () => {
  it('moves from card to card, and rotates and plays a card', () => {
    show();
    cell('b2')?.focus();
    press('ArrowRight');
    press('ArrowDown');
    expect((document.activeElement as HTMLElement).dataset['cell']).toBe('c3');
    for (const _ of '12345') press('ArrowUp');
    press('ArrowLeft');
    press('ArrowDown');
    expect((document.activeElement as HTMLElement).dataset['cell']).toBe('b2');
    expect(all('[data-cell][tabindex="0"]').length).toBe(1);
    press('.');
    expect(lit().length).toBe(4);
    press('Enter');
    expect(played).toEqual(['b2 right']);
  });

  it('rotates a card back, and puts it back', () => {
    show();
    cell('b2')?.focus();
    press('.');
    press(',');
    press(',');
    expect(button('b2 left')).not.toBe(null);
    press('Escape');
    expect([held(), played]).toEqual([[], []]);
    press('Enter');
    expect(held()).toEqual(['b2']);
  });
});
