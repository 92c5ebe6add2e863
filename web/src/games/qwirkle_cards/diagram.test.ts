import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SYMBOLS } from '../../ui/pieces/symbols';
import { readDiagram } from './diagram';

const GUIDE = new URL('../../../../src/quincunx/games/qwirkle_cards/guide.md', import.meta.url);

describe('a diagram', () => {
  it('has tables, hands, marked cards and a caption', () => {
    const source = 'table [Bc Bs] [Rl]\nhand Rs Os\nmark Bs\n\ntable [Bc]\ncaption Well.';
    expect(readDiagram(source)).toEqual({
      frames: [
        { sets: [['Bc', 'Bs'], ['Rl']], hand: ['Rs', 'Os'], marked: new Set(['Bs']) },
        { sets: [['Bc']], hand: [], marked: new Set() },
      ],
      caption: 'Well.',
    });
  });

  it.each([
    '',
    'caption Nothing.',
    'hand Rs',
    'table Rs Rc',
    'table [Rs Xc]',
    'table [Rs Rz] Rc',
    'table [Rs] Rc',
    'table [Rs]\nhand R',
    'table [Rs]\nlook Rs',
  ])('is rejected if it cannot be read: %j', (source) => {
    expect(readDiagram(source)).toBe(null);
  });
});

describe('the guide', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const pictures = [...guide.matchAll(/```board\n(.*?)```/gs)].map(([, source = '']) =>
    readDiagram(source),
  );

  it('has diagrams, all of which can be drawn', () => {
    expect(pictures.length).toBeGreaterThanOrEqual(3);
    expect(pictures).not.toContain(null);
  });

  it('loses no cards between its pictures except Qwirkles', () => {
    const [, aSwitch, qwirkle] = pictures;
    const all = (at = 0, of = aSwitch) =>
      [...(of?.frames[at]?.sets.flat() ?? []), ...(of?.frames[at]?.hand ?? [])].sort();
    expect(all(1)).toEqual(all(0));
    expect([...all(2, qwirkle), 'Gl'].sort()).toEqual(all(0, qwirkle));
    expect(all(3, qwirkle).length).toBe(all(0, qwirkle).length - 6);
  });

  it('credits the author and the publisher', () => {
    expect(guide).toContain('Susan McKinley Ross');
    expect(guide).toContain('MindWare');
  });
});

it('each of the six shapes is defined once to be drawn and once to clip', () => {
  for (const shape of ['circle', 'square', 'diamond', 'clover', 'star4', 'star8']) {
    expect(SYMBOLS).toContain(`id="shape-${shape}"`);
    expect(SYMBOLS).toContain(`id="within-${shape}"`);
  }
});
