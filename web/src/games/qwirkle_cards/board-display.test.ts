// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { all, labels, text } from '../test-board.svelte';
import { hand, press, setUp, show } from './test-board';
import { base } from './test-views';

setUp();

describe('the board', () => {
  it('shows how many cards the players hold, and their Qwirkles', () => {
    Object.assign(HTMLDialogElement.prototype, { showModal() {} });
    show();
    expect(text('[data-seat="1"]')).toContain('9 cards in hand');
    press('[data-pile="1"] button');
    expect(labels('dialog [role="img"]')[0]).toContain('yellow clover');
  });

  it('shows how many turns are left', () => {
    show({ view: { ...base, deck: 0, turns_left: 2 } });
    expect(text('[data-deck]')).toContain('2 turns left');
    expect(text('.say p')).toContain('2 turns left, including this one');
  });

  it('shows the hand of the player on turn to spectators if all hands are public', () => {
    const view = { ...base, seat: null, hands: [['Rs'], ['Bs', 'Bx']], turn: 1 };
    show({ view, seat: null, live: false });
    expect(hand()).toBe('Bs Bx');
    expect(labels('[data-drop="hand"] ul')[0]).toBe('Ada’s hand');
    expect(all('[data-card] button')).toEqual([]);
  });
});
