// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { all, animate, text } from '../test-board.svelte';
import { card, hand, press, pressKey, setUp, show } from './test-board';

setUp();

describe('the keyboard', () => {
  it('moves from card to card; Tab stops once in the hand and once on the table', () => {
    show();
    expect(all('[data-card] button[tabindex="0"]').length).toBe(2);
    card('Rs').focus();
    pressKey(card('Rs'), 'ArrowRight');
    expect(document.activeElement).toBe(card('Os'));
    pressKey(card('Os'), 'End');
    expect(document.activeElement).toBe(card('Pa'));
    pressKey(card('Pa'), 'Home');
    expect(document.activeElement).toBe(card('Rc'));
  });

  it('puts a held card down with Escape', () => {
    show();
    press(card('Rs'));
    expect(card('Rs').getAttribute('aria-pressed')).toBe('true');
    expect(text('.say p')).toBe('Choose a set for the red square.');
    pressKey(card('Rs'), 'Escape');
    expect(card('Rs').getAttribute('aria-pressed')).toBe('false');
    expect(text('[role="status"]')).toBe('Put down.');
  });

  it('moves cards within the hand with Shift and the arrow keys', () => {
    show();
    pressKey(card('Rs'), 'ArrowRight', { shiftKey: true });
    expect(hand()).toBe('Os Rs Yc Pa');
    pressKey(card('Pa'), 'ArrowLeft', { shiftKey: true });
    expect(hand()).toBe('Os Rs Pa Yc');
    animate.mockClear();
    press('shape');
    expect(hand()).toBe('Yc Rs Os Pa');
  });
});
