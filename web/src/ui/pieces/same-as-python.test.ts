// @vitest-environment happy-dom
/**
 * The page draws each piece as Python does: this test and `tests/pictures/test_same_as_page.py` both
 * compare with the same file. `vitest -u` writes it.
 */
import { createHash } from 'node:crypto';
import { type Component, flushSync, mount, unmount } from 'svelte';
import { beforeAll, expect, it } from 'vitest';
import ColourSpot from '../../games/coloryam/board/ColourSpot.svelte';
import PositionCard from '../../games/quatrefoil/board/PositionCard.svelte';
import ThumbSignal from '../../games/quatrefoil/board/ThumbSignal.svelte';
import { POSITIONS } from '../../games/quatrefoil/view';
import CardBack from '../../games/quivvit/cards/CardBack.svelte';
import ColourDie from '../../games/quivvit/cards/ColourDie.svelte';
import PointCard from '../../games/quivvit/cards/PointCard.svelte';
import CardFace from '../../games/qwirkle_cards/cards/CardFace.svelte';
import { loadGameMessages, loadLanguage } from '../../messages';
import { Card, Die, LETTERS, Tile, Token } from '.';
import { SHAPES } from './pieces';
import { SYMBOLS } from './symbols';

const FILE = '../../../../tests/pictures/pieces.txt';
const NUMBERS = [1, 2, 3, 4, 5, 6];
/** What only the page needs. */
const PAGE_ONLY = new Set(['aria-hidden', 'aria-label', 'class', 'role', 'style']);

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('quatrefoil');
});

async function draw(component: Component<never>, props: object): Promise<string> {
  const target = document.createElement('div');
  const mounted = mount(component, { target, props: props as never });
  flushSync();
  const svg = target.querySelector('svg');
  const drawn = svg ? canonical(svg) : '';
  await unmount(mounted);
  return drawn;
}

function canonical(element: Element): string {
  const attributes = [...element.attributes]
    .filter(({ name }) => !PAGE_ONLY.has(name))
    .map(({ name, value }) => ` ${name}="${value}"`)
    .sort()
    .join('');
  const inside = element.children.length
    ? [...element.children].map(canonical).join('')
    : (element.textContent ?? '').trim();
  return `<${element.tagName}${attributes}>${inside}</${element.tagName}>`;
}

it('the page draws each piece as Python does', async () => {
  const pieces: [string, Component<never>, object][] = [];
  const add = (name: string, component: unknown, props: object) =>
    pieces.push([name, component as Component<never>, props]);
  for (const colour of LETTERS) {
    add(`token ${colour}`, Token, { colour });
    add(`card ${colour}`, Card, { colour });
    add(`spot ${colour}`, ColourSpot, { spot: colour });
    for (const number of NUMBERS) {
      add(`die ${number}${colour}`, Die, { value: number, colour });
      add(`tile ${colour}${number}`, Tile, { face: { colour, design: number } });
    }
    for (const shape of Object.keys(SHAPES)) {
      add(`face ${colour}${shape}`, CardFace, { kind: `${colour}${shape}` });
    }
  }
  add('token', Token, { colour: null });
  add('die', Die, {});
  add('card back', Card, {});
  add('tile', Tile, { face: null });
  add('wild B5', Tile, { face: null, standsFor: { colour: 'B', design: 5 } });
  for (const spot of [1, 2, 3]) add(`spot ${spot}`, ColourSpot, { spot });
  for (const corners of ['RGBY', 'RYGB', 'RBGY']) {
    for (const value of [1, 2, 3, -1]) {
      add(`point card ${corners}${value}`, PointCard, { text: `${corners}${value}` });
    }
  }
  add('square back', CardBack, {});
  for (const colour of ['R', 'G', 'B', 'Y']) add(`octahedron ${colour}`, ColourDie, { colour });
  add('octahedron', ColourDie, { colour: null });
  for (const position of POSITIONS) add(`position ${position}`, PositionCard, { position });
  add('thumb up', ThumbSignal, { signal: true });
  add('thumb down', ThumbSignal, { signal: false });
  add('thumb none', ThumbSignal, { signal: null });

  const hash = createHash('sha256').update(SYMBOLS).digest('hex');
  const lines = [`symbols: ${hash}`];
  for (const [name, component, props] of pieces) {
    lines.push(`${name}: ${await draw(component, props)}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(FILE);
});
