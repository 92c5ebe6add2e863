// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { all, button, enabledMoves, labels, offer, played, text } from '../test-board.svelte';
import { crossOrEnter, keepOrStop, land, press, setUp, show } from './test-board';
import { failed, rolled } from './test-views';

setUp();

describe('the buttons', () => {
  it('offer to roll all six dice before the first roll', () => {
    show();
    expect(enabledMoves()).toEqual(['roll']);
    expect(text('.roll')).toBe('Roll 6 dice 1st of 3');
    expect(all('[data-die]')).toEqual([]);
    expect(labels('.cube [role="img"]')).toEqual(Array(6).fill('not rolled yet'));
    button('roll')?.click();
    expect(played).toEqual(['roll']);
  });

  it('offer to roll the dice that are not kept, or to stop, after a roll', () => {
    show({ view: rolled, moves: keepOrStop });
    expect(enabledMoves()).toEqual(['roll', 'stop']);
    expect(text('.roll')).toBe('Roll 6 dice 2nd of 3');
    expect(text('.stop')).toBe('Stop not met');
    press(1, 5, 2);
    expect(text('.roll')).toBe('Roll 3 dice 2nd of 3');
    expect(text('.sum')).toBe('3 dice, total 13');
    button('roll')?.click();
    button('stop')?.click();
    expect(played).toEqual(['keep 2B 5K 6Y', 'stop']);
  });

  it('are gone after a game that ended early', () => {
    show({ moves: [], endedEarly: true });
    expect(all('[data-move]')).toEqual([]);
    expect(text('.aside')).toBeUndefined();
  });

  it('roll all dice if none is kept, and do not roll if all are kept', () => {
    show({ view: rolled, moves: keepOrStop });
    button('roll')?.click();
    press(0, 1, 2, 3, 4);
    expect(text('.roll')).toBe('Roll 1 die 2nd of 3');
    press(5);
    expect(text('.roll')).toBe('All dice are kept');
    expect(enabledMoves()).toEqual(['stop']);
    button('roll')?.click();
    expect(played).toEqual(['roll']);
  });

  it('do not send a move that is not offered', () => {
    show({ view: rolled, moves: offer('roll', 'stop') });
    press(0);
    expect(enabledMoves()).toEqual(['stop']);
    button('roll')?.click();
    expect(played).toEqual([]);
  });

  it.each([
    ['while a move is being sent', { busy: true }],
    ['at an earlier step', { live: false }],
  ])('are disabled, and no dice can be kept, %s', (_, more) => {
    show({ view: rolled, moves: keepOrStop, ...more });
    expect(enabledMoves()).toEqual([]);
    press(0);
    button('roll')?.click();
    expect(played).toEqual([]);
    expect(text('.sum')).toBe(undefined);
  });

  it('offer the two ways to continue after a failed challenge, and explain them', () => {
    show({ view: failed, moves: crossOrEnter });
    expect(enabledMoves()).toEqual(['cross', 'enter']);
    expect(text('[data-move="enter"] strong')).toBe('Enter 20 in ColorYam 1');
    expect(text('[data-move="enter"]')).toContain('three new rolls');
    expect(text('[data-move="cross"]')).toContain('no points');
    expect(text('legend')).toBe('Not met. You can:');
    button('enter')?.click();
    expect(played).toEqual(['enter']);
  });

  it('offer only the ways to continue that are legal', () => {
    show({ view: failed, moves: offer('cross') });
    expect(enabledMoves()).toEqual(['cross']);
    show({ view: failed, moves: [] });
    expect(all('legend').length).toBe(1);
  });

  it('are replaced by what another player is doing', () => {
    show({ view: { ...rolled, waiting: [1] }, moves: [] });
    expect(all('button')).toEqual([]);
    expect(text('.aside')).toBe('Ada: 1st roll of 3');
    expect(labels('.cube [role="img"]')[2]).toBe('5 black');
    show({ view: { ...failed, waiting: [1] }, moves: [] });
    expect(all('.aside')[1]?.textContent).toBe(
      'Ada decides: cross it out, or enter 20 in ColorYam 1 and try again',
    );
  });

  it('are replaced, for spectators, by what the player is doing', () => {
    show({ view: rolled, moves: [], seat: null });
    expect(all('button')).toEqual([]);
    expect(text('.aside')).toBe('Mia: 1st roll of 3');
  });
});

describe('keyboard shortcuts', () => {
  const key = (name: string, code = '') => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: name, code, cancelable: true }));
    flushSync();
  };

  it('roll with Space, keep dice with their numbers, and stop with Enter', () => {
    const props = show();
    key('1', 'Digit1');
    key('Enter');
    expect(played).toEqual([]);
    key(' ');
    expect(played).toEqual(['roll']);
    props.view = rolled;
    props.moves = keepOrStop;
    flushSync();
    key(' ');
    expect(played).toEqual(['roll']);
    land();
    key('2', 'Digit2');
    key('6', 'Digit6');
    key('2', 'Digit2');
    expect(all('.slot.kept').length).toBe(1);
    key(' ');
    key('Enter');
    expect(played).toEqual(['roll', 'keep 6Y', 'stop']);
  });
});
