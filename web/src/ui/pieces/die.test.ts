// @vitest-environment happy-dom
import { mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import { contrast } from './colour-distance';
import Die from './Die.svelte';
import { COLOURS, LETTERS } from './palette';
import source from './symbols.svg?raw';

const face = /<symbol id="die-face".*?<\/symbol>/s.exec(source)?.[0] ?? '';
const plates = [...face.matchAll(/<circle cx="(\d+)" cy="(\d+)" r="(\d+)" fill="([^"]+)"/g)];

it.each(LETTERS)('%s: number and letter can be read on their plain ground', (letter) => {
  expect(contrast(COLOURS[letter].ink, COLOURS[letter].fill)).toBeGreaterThanOrEqual(4.5);
});

it('gives the number and the letter a plain ground that is large enough for them', () => {
  expect(plates.map(([, , , , fill]) => fill)).toEqual(['var(--piece-fill)', 'var(--piece-fill)']);
  const target = document.body;
  const die = mount(Die, { target, props: { value: 4, colour: 'R' } });
  const texts = [...target.querySelectorAll('text')];
  expect(texts.map((text) => text.textContent)).toEqual(['4', 'R']);
  for (const [index, [, x, y]] of plates.entries()) {
    expect(texts[index]?.getAttribute('x')).toBe(x);
    expect(texts[index]?.getAttribute('y')).toBe(y);
  }
  // The letters' sizes are in Die.svelte; a capital is about 0.66 of its size high and wide.
  for (const [index, size] of [56, 25].entries()) {
    const radius = Number(plates[index]?.[3]);
    expect((size * 0.66 * Math.SQRT2) / 2).toBeLessThanOrEqual(radius);
  }
  void unmount(die);
});

it('uses only what is drawn', () => {
  for (const id of ['die-ground', 'die-face', 'piece-cube']) expect(source).toContain(`id="${id}"`);
});

it('shows a place, and no number, where nothing has been rolled', () => {
  document.body.replaceChildren();
  const die = mount(Die, { target: document.body });
  expect(document.querySelector('.blank')).not.toBe(null);
  expect(document.querySelector('text')).toBe(null);
  void unmount(die);
});
