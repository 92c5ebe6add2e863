// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { button, drafts, text } from '../test-board.svelte';
import {
  answer,
  card,
  fault,
  hand,
  isEnabled,
  press,
  sentSets,
  sets,
  setUp,
  show,
} from './test-board';
import { BLUE, base, CIRCLES } from './test-views';

setUp();

describe('the draft', () => {
  const draft = { sets: [CIRCLES, ['Bc', 'Bd', 'Bx'], ['Bs', 'Rs']] };

  it('is restored from the server, and sent to be checked again', () => {
    const props = show({ draft });
    expect(sets()).toEqual(['Rc Oc Gc', 'Bc Bd Bx', 'Rs Bs']);
    expect(hand()).toBe('Os Yc Pa');
    expect(sentSets()).toEqual(['Rc Oc Gc, Bc Bd Bx, Rs Bs']);
    expect(isEnabled(button('play'))).toBe(false);
    answer(props, fault('too_few', '2'));
    expect(text('.chip')).toBe('one more');
    press('reset');
    expect(hand()).toBe('Rs Os Yc Pa');
  });

  it('is discarded if the server rejects it', () => {
    const props = show();
    press(card('Yc'), card('Rc'));
    props.draft = null;
    flushSync();
    expect([sets()[0], hand()]).toEqual(['Rc Oc Gc', 'Rs Os Yc Pa']);
  });

  it('is ignored if it does not fit the cards on the table', () => {
    const props = show({ draft: { sets: [CIRCLES, ['Bc', 'Bd', 'Bx']] } });
    expect([sets()[1], hand(), drafts.length]).toEqual(['Bc Bs Bd Bx', 'Rs Os Yc Pa', 0]);
    props.draft = { sets: [[...CIRCLES, 'Bc'], BLUE] };
    flushSync();
    expect(sentSets()).toEqual([]);
  });

  it('is not shown when the turn is shown again later', () => {
    const props = show();
    press(card('Yc'), card('Rc'));
    Object.assign(props, { view: { ...base, turn: 1, table: [BLUE] }, draft: null });
    flushSync();
    Object.assign(props, { view: base, live: false });
    flushSync();
    expect([sets()[0], hand()]).toEqual(['Rc Oc Gc', 'Rs Os Yc Pa']);
  });

  it('is still there, and can be undone, after the player has looked at an earlier step', () => {
    const props = show();
    press(card('Yc'), card('Rc'), card('Rs'), card('Bs'));
    const kept = props.draft;
    Object.assign(props, { view: { ...base, table: [CIRCLES] }, live: false, draft: null });
    flushSync();
    expect(sets()).toEqual(['Rc Oc Gc']);
    Object.assign(props, { view: base, live: true, draft: kept });
    flushSync();
    expect(hand()).toBe('Os Pa');
    press('undo');
    expect(hand()).toBe('Rs Os Pa');
  });

  it('is kept if the server sends the same view again', () => {
    const props = show();
    press(card('Yc'), card('Rc'));
    props.view = structuredClone(base);
    flushSync();
    expect(hand()).toBe('Rs Os Pa');
    press('undo');
    expect(hand()).toBe('Rs Os Yc Pa');
  });
});
