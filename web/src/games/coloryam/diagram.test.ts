import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KINDS } from './board/challenge-symbol';
import { readChallenge, readDiagram } from './diagram';

const GUIDE = new URL('../../../../src/quincunx/games/coloryam/guide.md', import.meta.url);

describe('a diagram', () => {
  it('has rolls, kept dice, a challenge and a caption', () => {
    const source = 'challenge 2 G\n4O 2B\nkeep 2B\n\n6R 2B\ncaption Two of six.';
    expect(readDiagram(source)).toEqual({
      rows: [
        {
          faces: [
            { value: 4, colour: 'O' },
            { value: 2, colour: 'B' },
          ],
          kept: new Set([1]),
        },
        {
          faces: [
            { value: 6, colour: 'R' },
            { value: 2, colour: 'B' },
          ],
          kept: new Set(),
        },
      ],
      challenge: { kind: 'two', colours: ['G'] },
      caption: 'Two of six.',
    });
  });

  it.each([
    '',
    'caption Nothing.',
    'challenge 2 G',
    '4O 7B',
    '4O keep',
    'keep 4O',
    '4O 2B\nkeep 6R',
    '4O\nchallenge 5 alike',
    '4O\nchallenge 2 X',
  ])('is rejected if it cannot be read: %j', (source) => {
    expect(readDiagram(source)).toBe(null);
  });
});

describe('a challenge', () => {
  it.each([
    ['none Y', 'none', 'Y'],
    ['none Y B', 'none of two', 'YB'],
    ['1 G', 'one', 'G'],
    ['2 G', 'two', 'G'],
    ['1 Y none G', 'one and none', 'YG'],
    ['3 alike', 'three alike', ''],
    ['never 3', 'never three', ''],
    ['2 pairs', 'two pairs', ''],
    ['4 alike', 'four alike', ''],
    ['3 colours', 'three colours', ''],
    ['never 2', 'never two', ''],
    ['B > R', 'more', 'BR'],
    ['G = O', 'equal', 'GO'],
    ['Y != O', 'different', 'YO'],
    ['O != R != Y', 'all different', 'ORY'],
    ['Y most', 'most', 'Y'],
  ])('is read from “%s”', (text, kind, colours) => {
    expect(readChallenge(text)).toEqual({ kind, colours: [...colours] });
    expect(KINDS).toContain(kind);
  });
});

describe('the guide', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const blocks = [...guide.matchAll(/```board\n(.*?)```/gs)].map(([, source]) => source ?? '');

  it('has diagrams, all of which can be drawn', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    for (const source of blocks) expect(readDiagram(source)).not.toBe(null);
  });

  it('does not change kept dice from one roll to the next', () => {
    for (const { rows } of blocks.flatMap((source) => readDiagram(source) ?? [])) {
      for (const [index, { faces, kept }] of rows.entries()) {
        const next = rows[index + 1]?.faces;
        for (const die of next ? kept : []) expect(next?.[die]).toEqual(faces[die]);
      }
    }
  });

  it('has an example of six dice for each of the sixteen challenges', () => {
    const examples = [...guide.matchAll(/\| `([^`]+)` \|/g)].map(([, faces]) => faces ?? '');
    expect(examples.length).toBe(KINDS.length);
    for (const faces of examples) expect(readDiagram(faces)?.rows[0]?.faces.length).toBe(6);
  });

  it('credits the author and the publisher', () => {
    expect(guide).toContain('Thomas Sing');
    expect(guide).toContain('Ravensburger');
  });
});
