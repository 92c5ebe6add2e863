import { expect, it } from 'vitest';
import { cornersOf, readCard, turned } from './card';

it('reads a card: its layout with red first, its value, how far it is turned', () => {
  expect(readCard('RGBY2')).toEqual({ layout: ['R', 'G', 'B', 'Y'], value: 2, turn: 0 });
  expect(readCard('YRGB-1')).toEqual({ layout: ['R', 'G', 'B', 'Y'], value: -1, turn: 1 });
  expect(readCard('GBYR3')).toEqual({ layout: ['R', 'G', 'B', 'Y'], value: 3, turn: 3 });
});

it.each(['', 'RGBY', 'RGBY4', 'RGBB1', 'RGBK1', 'RGBY12'])('refuses “%s”', (text) => {
  expect(readCard(text)).toBe(null);
});

it('turns the colours round, and the value with them', () => {
  expect(turned('RGBY2', 1)).toBe('YRGB2');
  expect(turned('RGBY-1', -1)).toBe('GBYR-1');
  expect(turned('RGBY2', 2)).toBe(turned('RGBY2', -2));
  expect(turned('', 1)).toBe('');
  expect(readCard(turned('RBYG1', 3))?.turn).toBe(3);
});

it('knows the colours as they lie', () => {
  expect(cornersOf('YRGB-1')).toEqual(['Y', 'R', 'G', 'B']);
});
