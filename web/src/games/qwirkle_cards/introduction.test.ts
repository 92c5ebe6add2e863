// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { render, text } from '../test-board.svelte';
import Introduction from './Introduction.svelte';
import { card, press, setUp } from './test-board';

setUp();

it('the introduction shows what is wrong with a set, and the result of the play', () => {
  render(Introduction, {});
  press(card('Rs'), card('Gs'), 'new_set');
  expect(text('.chip')).toBe('one more');
  press(card('Ps'));
  press(card('Gs'), '[data-move="play"]');
  expect(text('.remark')).toContain('You played 3 cards');
});
