// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { all, labels, render } from '../test-board.svelte';
import Diagram from './Diagram.svelte';
import Thumb from './Thumb.svelte';
import { setUp } from './test-board';

setUp();

it('a diagram of the guide shows tokens, the move between them, the target and a caption', () => {
  const source = 'tokens RG/YB P\nmove push north from west\ntarget PR/YB G\ncaption Words.';
  render(Diagram, { source });
  expect(labels('[role="img"]').length).toBe(2);
  expect(document.body.textContent).toContain('push the north row from the west');
  expect(document.querySelector('figcaption')?.textContent).toBe('Words.');
  expect(all('svg[data-piece]').length).toBe(10);
});

it('a diagram that cannot be read shows its source', () => {
  render(Diagram, { source: 'tokens ?' });
  expect(document.querySelector('pre')?.textContent).toBe('tokens ?');
});

it('the thumbnail has no controls', () => {
  render(Thumb, {});
  expect(all('.token [data-piece]').length).toBe(5);
  expect(all('button, a, [tabindex]').length).toBe(0);
});
