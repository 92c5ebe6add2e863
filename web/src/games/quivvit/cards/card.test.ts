import { expect, it } from 'vitest';
import { cornersOf, readCard, turned } from './card';

it('a card is read as its layout with red first, its value and its rotation', () => {
  expect(readCard('RGBY2')).toEqual({ layout: ['R', 'G', 'B', 'Y'], value: 2, turn: 0 });
  expect(readCard('YRGB-1')).toEqual({ layout: ['R', 'G', 'B', 'Y'], value: -1, turn: 1 });
  expect(readCard('GBYR3')).toEqual({ layout: ['R', 'G', 'B', 'Y'], value: 3, turn: 3 });
});

it.each(['', 'RGBY', 'RGBY4', 'RGBB1', 'RGBK1', 'RGBY12'])('the card “%s” is rejected', (text) => {
  expect(readCard(text)).toBe(null);
});

it('a rotation moves the colours and keeps the value', () => {
  expect(turned('RGBY2', 1)).toBe('YRGB2');
  expect(turned('RGBY-1', -1)).toBe('GBYR-1');
  expect(turned('RGBY2', 2)).toBe(turned('RGBY2', -2));
  expect(turned('', 1)).toBe('');
  expect(readCard(turned('RBYG1', 3))?.turn).toBe(3);
});

it('the corners are the colours in their current order', () => {
  expect(cornersOf('YRGB-1')).toEqual(['Y', 'R', 'G', 'B']);
});
