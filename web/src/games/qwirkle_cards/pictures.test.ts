// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { all, labels, render, text } from '../test-board.svelte';
import Diagram from './Diagram.svelte';
import Thumb from './Thumb.svelte';
import { setUp } from './test-board';

setUp();

it('a diagram shows sets and a hand, or its source if it cannot be read', () => {
  const source = 'table [Rc Oc Gc]\nhand Bc\nmark Bc\ncaption Four circles.';
  render(Diagram, { source });
  expect(labels('[role="img"]')[0]).toBe(
    'On the table: red circle, orange circle and green circle. In hand: blue circle.',
  );
  expect(all('.marked').length).toBe(1);
  render(Diagram, { source: 'nothing' });
  expect(text('pre')).toBe('nothing');
});

it('the thumbnail shows a card of every colour', () => {
  render(Thumb, {});
  expect(
    all('.card text')
      .map((e) => e.textContent)
      .sort()
      .join(''),
  ).toBe('BGOPRY');
});
