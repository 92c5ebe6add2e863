import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readDiagram } from './diagram';

it('a diagram has rows, lines, the meaning of wild tiles and a caption', () => {
  const source =
    'r1 r3 **\n.. g3\nright 0,0 2,0\nshort 1,0 1,1\nas 2,0 r6\ncaption Three red tiles.\n';
  expect(readDiagram(source)).toEqual({
    placed: [
      [0, 0, 'r1'],
      [1, 0, 'r3'],
      [2, 0, '**'],
      [1, 1, 'g3'],
    ],
    lines: [
      { across: true, cells: ['0,0', '1,0', '2,0'], verdict: 'right' },
      { across: false, cells: ['1,0', '1,1'], verdict: 'short' },
    ],
    wilds: [[2, 0, 'r6']],
    caption: 'Three red tiles.',
  });
});

it('an invalid diagram is rejected', () => {
  expect(readDiagram('r1 r9')).toBeNull();
  expect(readDiagram('')).toBeNull();
});

it('every diagram of the guide can be read', () => {
  const path = new URL('../../../../src/quincunx/games/pivit/guide.md', import.meta.url);
  const pictures = [...readFileSync(path, 'utf8').matchAll(/^```board\n(.*?)^```$/gms)];
  expect(pictures.length).toBeGreaterThan(5);
  for (const [, source = ''] of pictures) expect(readDiagram(source)?.caption).toBeTruthy();
});
