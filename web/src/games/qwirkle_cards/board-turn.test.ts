// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { all, button, played, text } from '../test-board.svelte';
import {
  answer,
  card,
  fault,
  hand,
  isEnabled,
  press,
  pressKey,
  sentSets,
  sets,
  setUp,
  show,
  tool,
} from './test-board';
import { base, QWIRKLE } from './test-views';

setUp();

const order = (a: string, b: string) =>
  'ROYGBP'.indexOf(a[0] ?? '') - 'ROYGBP'.indexOf(b[0] ?? '') ||
  'csdlxa'.indexOf(a[1] ?? '') - 'csdlxa'.indexOf(b[1] ?? '');

describe('the player’s turn', () => {
  it('starts with the unchanged table and a disabled button to play', () => {
    show();
    expect(sets()).toEqual(['Rc Oc Gc', 'Bc Bs Bd Bx']);
    expect(hand()).toBe('Rs Os Yc Pa');
    expect([button('play'), tool('undo'), tool('reset')].map(isEnabled)).toEqual([
      false,
      false,
      false,
    ]);
    expect(text('.say p')).toContain('at least one card');
  });

  it('puts the cards that were pressed into a set or into a new one', () => {
    const props = show();
    press(card('Rs'), card('Os'), card('Bs'));
    // A card on the table accepts held cards.
    expect(sets()).toEqual(['Rc Oc Gc', 'Bc Bs Bd Bx Rs Os'.split(' ').sort(order).join(' ')]);
    press('undo');
    press(card('Bs'), card('Rs'), card('Os'), 'new_set');
    expect(sets()).toEqual(['Rc Oc Gc', 'Bc Bd Bx', 'Rs Os Bs']);
    expect(hand()).toBe('Yc Pa');
    expect(sentSets().at(-1)).toBe('Rc Oc Gc, Bc Bd Bx, Rs Os Bs');
    expect(isEnabled(button('play'))).toBe(false);
    answer(props);
    expect(text('[data-move="play"]')).toBe('Play 2 cards');
    press('[data-move="play"]');
    expect(played).toEqual(['[Bc Bs Bd Bx] > [Rs Os Bs] [Bc Bd Bx]']);
  });

  it('marks each set as right, or shows what is wrong with it', () => {
    const props = show();
    press(card('Rs'), card('Os'), '.begin');
    expect(all('[data-state]').map((e) => e.dataset['state'])).toEqual(['right', 'right']);
    answer(props, fault('too_few', '2'));
    expect(all('[data-state]').map((e) => e.dataset['state'])).toEqual(['right', 'right', 'wrong']);
    expect(text('.chip')).toBe('one more');
    expect(text('.say p')).toBe('Only 2 cards. A set needs at least three.');
    expect(all('.set ul')[2]?.getAttribute('aria-label')).toContain('not right yet: Only 2 cards');
    press('[data-move="play"]');
    expect(played).toEqual([]);
    // A set's faults are known as soon as the same set is there again.
    press(card('Pa'), card('Rs'), 'undo');
    expect(text('.chip')).toBe('one more');
    expect(text('.say p')).not.toContain('Only');
  });

  it('can be undone step by step, and reset', () => {
    show();
    press(card('Yc'), card('Rc'), card('Rs'), card('Bs'));
    expect(hand()).toBe('Os Pa');
    pressKey(document.body, 'z', { ctrlKey: true });
    expect(hand()).toBe('Rs Os Pa');
    press('reset');
    expect([sets()[0], hand()]).toEqual(['Rc Oc Gc', 'Rs Os Yc Pa']);
    press('undo');
    expect(hand()).toBe('Rs Os Pa');
  });

  it('marks cards from the hand; they can return to the hand, other cards cannot', () => {
    show();
    press(card('Yc'), card('Rc'));
    expect(card('Yc').getAttribute('aria-label')).toBe(
      'yellow circle, from your hand, on the table',
    );
    expect(card('Rc').getAttribute('aria-label')).toBe('red circle, on the table');
    press(card('Rc'));
    expect(tool('to_hand')).toBe(null);
    press('[data-drop="hand"]');
    expect(text('[role="status"]')).toBe('Cards on the table stay on the table.');
    press(card('Yc'), 'to_hand');
    expect(hand()).toBe('Rs Os Yc Pa');
    press(card('Yc'), card('Rc'));
    pressKey(card('Yc'), 'Delete');
    expect(hand()).toBe('Rs Os Yc Pa');
  });

  it('announces a Qwirkle before it is played', () => {
    const view = { ...base, table: [QWIRKLE.slice(1)] };
    const props = show({ view });
    press(card('Yc'), card('Ys'));
    answer(props);
    expect(text('[data-move="play"]')).toBe('Play 1 card a Qwirkle!');
  });

  it.each([
    ['while a move is being sent', { busy: true }],
    ['at an earlier step', { live: false }],
    ['during another player’s turn', { view: { ...base, turn: 1 } }],
  ])('allows no change %s', (_, more) => {
    show(more);
    press(card('Rs'), 'new_set');
    expect(sentSets()).toEqual([]);
    expect(isEnabled(button('play'))).toBe(false);
  });

  it('offers to redraw if no card can be played', () => {
    show({ view: { ...base, phase: 'redraw' } });
    expect(text('.say p')).toContain('None of your cards can be played');
    expect(button('play')).toBe(null);
    press('[data-move="redraw"]');
    expect(played).toEqual(['redraw']);
  });
});

describe('a hint', () => {
  it('marks its cards and sets, and can be laid out', () => {
    const suggested = '[Bc Bs Bd Bx] > [Rs Os Bs] [Bc Bd Bx]';
    const props = show({ suggested });
    expect(all('li.suggested').map((e) => e.dataset['kind'])).toEqual(['Rs', 'Os']);
    expect(all('.set.suggested').length).toBe(1);
    expect(card('Rs').getAttribute('aria-label')).toBe('red square, in your hand, suggested');
    press('lay_out');
    expect(sentSets()).toEqual(['Rc Oc Gc, Bc Bd Bx, Rs Os Bs']);
    expect([tool('lay_out'), ...all('.suggested')]).toEqual([null]);
    answer(props);
    press('[data-move="play"]');
    expect(played).toEqual([suggested]);
  });
});
