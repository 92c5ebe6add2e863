import { expect, it } from 'vitest';
import { dealOrigin } from './deal-origin';

it.each([
  ['abc', { kind: 'own' }],
  ['def', { kind: 'known', table: 'def' }],
  ['daily/2026-11-15/coloryam', { kind: 'daily', day: '2026-11-15' }],
])('the origin of the deal %s is recognized', (deal, source) => {
  expect(dealOrigin({ deal }, 'abc')).toEqual(source);
});
