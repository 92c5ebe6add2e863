// @vitest-environment happy-dom
import { mount, unmount } from 'svelte';
import { beforeAll, expect, it } from 'vitest';
import { loadLanguage } from '../../messages';
import { LETTERS } from './palette';
import { SYMBOLS } from './symbols';
import Tile from './Tile.svelte';

const DESIGNS = [1, 2, 3, 4, 5, 6];

async function drawn(props: Parameters<typeof Tile>[1]): Promise<Element> {
  const target = document.createElement('div');
  const tile = mount(Tile, { target, props });
  const copy = target.cloneNode(true) as Element;
  await unmount(tile);
  return copy;
}

beforeAll(() => loadLanguage('en'));

it('there are six designs, each drawn differently', () => {
  const shapes = DESIGNS.map(
    (design) => new RegExp(`<symbol id="design-${design}".*?</symbol>`, 's').exec(SYMBOLS)?.[0],
  );
  const outlines = shapes.map((shape) => / (d|r)="([^"]+)"/.exec(shape ?? '')?.[2]);
  expect(outlines.every(Boolean)).toBe(true);
  expect(new Set(outlines).size).toBe(DESIGNS.length);
});

it.each(LETTERS)('%s: a tile shows its letter and its design', async (colour) => {
  const tile = await drawn({ face: { colour, design: 3 } });
  expect(tile.textContent?.trim()).toBe(colour);
  expect(tile.innerHTML).toContain('#tile-3');
});

it('a wild tile shows what it stands for if that is known', async () => {
  expect((await drawn({ face: null })).textContent?.trim()).toBe('');
  const tile = await drawn({ face: null, standsFor: { colour: 'B', design: 5 } });
  expect(tile.textContent?.trim()).toBe('B');
  expect(tile.innerHTML).toContain('#tile-5');
});
