import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readDiagram } from './diagram';

const GUIDE = new URL('../../../../src/quincunx/games/quivvit/guide.md', import.meta.url);

it('a diagram has grids, the moves between them, links, covered cards and a caption', () => {
  const source = `RGBY2 GBYR-1
    . YRGB1
    a1 right
    YRGB2 GBYR-1
    . YRGB1
    link B a1 b2
    cover b1
    caption Two rows.`;
  expect(readDiagram(source)).toEqual({
    frames: [
      {
        rows: [
          ['RGBY2', 'GBYR-1'],
          [null, 'YRGB1'],
        ],
        move: 'a1 right',
        links: [],
        covered: [],
      },
      {
        rows: [
          ['YRGB2', 'GBYR-1'],
          [null, 'YRGB1'],
        ],
        move: null,
        links: [{ colour: 'B', cells: ['a1', 'b2'] }],
        covered: ['b1'],
      },
    ],
    caption: 'Two rows.',
  });
});

it.each([
  '',
  'caption Nothing to see.',
  'a1 right',
  'RGBY2\na1 round',
  'RGBY2\nlink K a1 b1',
  'RGBY2\nlink R a1',
  'RGBY2\ncover f9',
  'RGBY2 RGBB1',
])('the diagram “%s” is rejected', (source) => {
  expect(readDiagram(source)).toBe(null);
});

it('every diagram of the guide can be read', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const pictures = [...guide.matchAll(/```board\n(.*?)```/gs)].map(([, source = '']) => source);
  expect(pictures.length).toBeGreaterThanOrEqual(5);
  for (const source of pictures) expect(readDiagram(source)?.caption).toBeTruthy();
});
