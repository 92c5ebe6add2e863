// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { all, text } from '../test-board.svelte';
import { cell, held, setUp, show, tap } from './test-board';
import { base, blocking } from './test-views';

setUp();

describe('the board', () => {
  it('shows the order of play, the points and the cards of each seat', () => {
    show({ view: { ...base, order: [2, 0, 1], played: 1, doubles: [true, false, false] } });
    expect(all('.place').map((each) => each.textContent)).toEqual(['2', '3', '1']);
    expect(all('.place.first').length).toBe(1);
    expect(all('.pile .unseen').map((each) => each.textContent)).toEqual([
      '4 points, 3 cards',
      '0 points, 0 cards',
      '7 points, 5 cards',
    ]);
    expect(all('.pile [role="img"]').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Double Rotate card',
    ]);
    expect(text('.situation .words p')).toBe('Round 2 of 5 120 cards in the deck');
  });

  it('shows cards that may not count separately', () => {
    const apart = { draining: true, round: 6, apart: [[2, 3], [], []], apart_points: [5, 0, 0] };
    show({ view: { ...base, ...apart } });
    expect(text('.apart')).toMatch(/^\+5 set aside/);
    expect(text('.situation .words p')).toMatch(/^Drain round 1 /);
  });

  it('shows the colour of the die, and its place while it has not been rolled', () => {
    const props = show({ view: { ...base, random_color: true, colour: 'G' } });
    expect(document.querySelector('.die')?.getAttribute('aria-label')).toBe('The die shows green');
    props.view = { ...blocking, random_color: true, played: 1 };
    flushSync();
    expect(document.querySelector('.die')?.getAttribute('aria-label')).toMatch(/not been rolled/);
  });

  it('shows which member of a team is on turn', () => {
    const view = { ...base, teams: [1, 2, 1], turn: 1, member: 1 };
    show({ view, names: ['Mia', 'Ada & Bob', 'Ben'], moves: [] });
    expect(all('.member').map((each) => each.textContent?.trim())).toEqual(['', 'Bob’s turn', '']);
    expect(text('.line p')).toBe('Bob is choosing a card.');
  });

  it('has no controls for spectators', () => {
    show({ seat: null, moves: [], live: false });
    expect(all('[data-move], [data-turn]')).toEqual([]);
    tap(cell('b2'));
    expect(held()).toEqual([]);
  });

  it('turns numbers upright if the player chooses that, and remembers it', () => {
    show();
    tap(document.querySelector<HTMLElement>('button.upright'));
    expect(all('svg.upright.card').length).toBe(25);
    expect(localStorage.getItem('quincunx.quivvit.upright')).toBe('yes');
    tap(document.querySelector<HTMLElement>('button.upright'));
    expect(localStorage.getItem('quincunx.quivvit.upright')).toBe(null);
  });
});
