// @vitest-environment happy-dom
import { mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import { loadLanguage } from '../../messages';
import { contrast } from './colour-distance';
import Die from './Die.svelte';
import { COLOURS, LETTERS } from './palette';
import { SYMBOLS } from './symbols';

function symbol(id: string): string {
  return new RegExp(`<symbol id="${id}".*?</symbol>`, 's').exec(SYMBOLS)?.[0] ?? '';
}

const plates = [
  ...symbol('die-R').matchAll(/<circle cx="(\d+)" cy="(\d+)" r="(\d+)" fill="([^"]+)"/g),
];

it.each(LETTERS)('%s: pips and letter have enough contrast with their plain ground', (letter) => {
  expect(contrast(COLOURS[letter].ink, COLOURS[letter].fill)).toBeGreaterThanOrEqual(4.5);
});

it('the plain ground is large enough for the pips and the letter', async () => {
  await loadLanguage('en');
  expect(plates.map(([, , , , fill]) => fill)).toEqual(['var(--piece-fill)', 'var(--piece-fill)']);
  const [pipPlate, letterPlate] = plates.map(([, x, y, r]) => [x, y, r].map(Number));
  const target = document.body;
  for (const value of [1, 2, 3, 4, 5, 6]) {
    const die = mount(Die, { target, props: { value, colour: 'R' } });
    expect(target.innerHTML).toContain(`#pips-${value}`);
    const pips = [
      ...symbol(`pips-${value}`).matchAll(/<circle cx="(\d+)" cy="(\d+)" r="([\d.]+)"/g),
    ];
    expect(pips.length).toBe(value);
    for (const pip of pips) {
      const [x = 0, y = 0, r = 0] = pip.slice(1).map(Number);
      const [px = 0, py = 0, pr = 0] = pipPlate ?? [];
      expect(Math.hypot(x - px, y - py) + r).toBeLessThanOrEqual(pr);
    }
    const text = target.querySelector('text');
    const [x, y, radius = 0] = letterPlate ?? [];
    expect([
      text?.textContent?.trim(),
      Number(text?.getAttribute('x')),
      Number(text?.getAttribute('y')),
    ]).toEqual(['R', x, y]);
    // A capital is about 0.66 of its size high and wide.
    expect((Number(text?.getAttribute('font-size')) * 0.66 * Math.SQRT2) / 2).toBeLessThanOrEqual(
      radius,
    );
    await unmount(die);
  }
});

it('a die that has not been rolled is drawn as an empty place without pips', () => {
  document.body.replaceChildren();
  const die = mount(Die, { target: document.body });
  expect(document.body.innerHTML).toContain('#die-blank');
  expect(document.querySelector('text')).toBe(null);
  void unmount(die);
});
