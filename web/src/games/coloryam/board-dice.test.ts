// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { all, labels, text } from '../test-board.svelte';
import { die, keepOrStop, land, press, setUp, show } from './test-board';
import { base, FACES, rolled } from './test-views';

setUp();

describe('the dice', () => {
  it('are labelled with what they show, and are pressed if they are kept', () => {
    show({ view: rolled, moves: keepOrStop });
    expect(labels('[data-die]')).toEqual([
      '4 orange',
      '2 blue',
      '5 black',
      '1 orange',
      '2 red',
      '6 yellow',
    ]);
    press(2);
    expect(all('[data-die]').map((each) => each.getAttribute('aria-pressed'))).toEqual(
      [0, 1, 2, 3, 4, 5].map((number) => String(number === 2)),
    );
    expect(all('.slot.kept').length).toBe(1);
    press(2);
    expect(all('.slot.kept').length).toBe(0);
  });

  it('stay kept until the attempt ends', () => {
    const props = show({ view: rolled, moves: keepOrStop });
    press(2, 5);
    const faces = ['5Y', '6K', '5K', '6B', '5B', '6Y'];
    props.view = { ...rolled, faces, rolls: 2, kept: [2, 5] };
    flushSync();
    expect(all('.slot.kept').length).toBe(2);
    land();
    expect(all('.slot.kept').length).toBe(2);
    props.view = { ...rolled, chances: 1 };
    flushSync();
    expect(all('.slot.kept').length).toBe(0);
  });

  it('take the focus with the arrow keys', () => {
    show({ view: rolled, moves: keepOrStop });
    const key = (name: string) => {
      const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    die(0)?.focus();
    expect(key('ArrowRight')).toBe(true);
    expect(document.activeElement).toBe(die(1));
    key('End');
    expect(document.activeElement).toBe(die(5));
    expect(key('ArrowRight')).toBe(true);
    expect(document.activeElement).toBe(die(5));
    expect(key('a')).toBe(false);
  });

  it('say in their labels what is suggested', () => {
    const props = show({ view: rolled, moves: keepOrStop, suggested: 'keep 2B 6Y' });
    expect(labels('[data-die].suggested')).toEqual([
      '2 blue (suggested: keep)',
      '6 yellow (suggested: keep)',
    ]);
    expect(all('.roll.suggested').length).toBe(0);
    press(1, 5);
    expect(labels('.roll.suggested')).toEqual(['Roll 4 dice, 2nd of 3 (suggested)']);
    props.suggested = 'stop';
    flushSync();
    expect(labels('.stop.suggested')).toEqual(['Stop, not met (suggested)']);
  });

  it('of another player lie apart if that player kept them', () => {
    show({ view: { ...rolled, rolls: 2, waiting: [1], kept: [0, 2] }, moves: [] });
    expect(all('.slot.kept').length).toBe(2);
    expect(text('.sum')).toBe('2 dice, total 9');
  });

  it('of a finished attempt stay, with its result, until the next roll', () => {
    const last = { seat: 1, line: 1, faces: FACES, total: 20, entry: 20 };
    const props = show({ view: { ...base, last } });
    expect(text('.ended')).toBe('Ada: 20 entered');
    expect(labels('.cube [role="img"]')[0]).toBe('4 orange');
    props.view = { ...base, last: { ...last, entry: 0 } };
    flushSync();
    expect(text('.ended')).toBe('Ada: 20, crossed out');
    props.view = { ...base, chances: 1, last: { ...last, line: 2 } };
    flushSync();
    expect(text('.ended')).toBe('Ada: 20 in ColorYam 1, new try');
    props.view = { ...base, last: { ...last, seat: 0 } };
    flushSync();
    expect(text('.ended')).toBe('You entered 20');
    props.view = rolled;
    flushSync();
    land();
    expect(text('.ended')).toBe(undefined);
  });
});
