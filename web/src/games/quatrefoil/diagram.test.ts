import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDiagram, readTokens } from './diagram';
import data from './introduction/introduction.json';

const GUIDE = new URL('../../../../src/quincunx/games/quatrefoil/guide.md', import.meta.url);
const AFTER: Record<string, string> = data.after;

describe('a diagram', () => {
  it('has tokens in the order north row, south row, free token', () => {
    expect(readTokens('RG/YB P')).toEqual(['R', 'G', 'B', 'Y', 'P']);
    expect(readTokens('rg/yb p')).toEqual(['R', 'G', 'B', 'Y', 'P']);
  });

  it.each(['', 'RG/YB', 'RGYB P', 'RR/YB P', 'RX/YB P', 'RG/YB P P'])(
    'rejects the tokens “%s”',
    (text) => {
      expect(readTokens(text)).toBe(null);
    },
  );

  it('has arrangements, moves between them, a target and a caption', () => {
    const source = [
      'tokens RB/PY G',
      'move twist clockwise',
      'tokens PR/YB G',
      '',
      'target RG/YB P',
      'caption Two, and a target.',
    ].join('\n');
    expect(readDiagram(source)).toEqual({
      frames: [
        { tokens: ['R', 'B', 'Y', 'P', 'G'], move: 'twist clockwise' },
        { tokens: ['P', 'R', 'B', 'Y', 'G'], move: null },
      ],
      target: ['R', 'G', 'B', 'Y', 'P'],
      caption: 'Two, and a target.',
    });
  });

  it.each([
    '',
    'target RG/YB P',
    'tokens RG/YB',
    'tokens RG/YB P\nmove jump',
    'move stack',
    'tokens RG/YB P\nmove stack\nmove stack',
    'tokens RG/YB P\ntarget ?',
    'tokens RG/YB P\ncolour red',
  ])('is rejected if it cannot be read: %j', (source) => {
    expect(readDiagram(source)).toBe(null);
  });
});

describe('the guide', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const blocks = [...guide.matchAll(/```board\n(.*?)```/gs)].map(([, source]) => source ?? '');

  it('has diagrams', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4);
  });

  it.each(blocks)('shows the true result of its moves: %s', (source) => {
    const diagram = readDiagram(source);
    expect(diagram).not.toBe(null);
    for (const [index, { tokens, move }] of (diagram?.frames ?? []).entries()) {
      const next = diagram?.frames[index + 1];
      if (!next) continue;
      const afters = (AFTER[tokens.join('')] ?? '').split(' ');
      expect(next.tokens.join('')).toBe(afters[data.moves.indexOf(move ?? '')]);
    }
  });

  it('credits the author', () => {
    expect(guide).toContain('Michael Purcell');
    expect(guide).toContain('CC BY 4.0');
  });
});
