import { describe, expect, it } from 'vitest';
import { contrast, distance, oklab, VISIONS, type Vision } from './colour-distance';
import {
  BACK,
  COLOURS,
  LETTERS,
  type Letter,
  PAPER,
  SURFACES,
  stylesheet,
  surfacesStylesheet,
} from './palette';
import { SYMBOLS } from './symbols';

/** WCAG 2.2 requires 4.5:1 for text and 3:1 for graphical objects. */
const LETTER = 4.5;
const OUTLINE = 3;
/** A pattern need not be as legible as a letter, but must be visible. */
const PATTERN = 1.7;
/** OKLab × 100, with full colour vision and with any one kind of cone missing. */
const APART = { normal: 18, protanopia: 13, deuteranopia: 13, tritanopia: 13 };
/** No two colours may look the same in greyscale. */
const STEP_OF_LIGHTNESS = 0.07;

/** Every background that a piece can be on: the surfaces, plus paper and cloth. */
const GROUNDS = ['cloth', 'cloth-shade', 'sheet', 'sheet-raised', 'well'].map(
  (name) => SURFACES[name] as { light: string; dark: string },
);
const grounds = {
  light: ['#f6f1e7', ...GROUNDS.map(({ light }) => light)],
  dark: ['#12312f', '#173b3a', ...GROUNDS.map(({ dark }) => dark)],
};

function pairs(): [Letter, Letter][] {
  return LETTERS.flatMap((a, index) =>
    LETTERS.slice(index + 1).map((b): [Letter, Letter] => [a, b]),
  );
}

describe('the palette', () => {
  it.each(LETTERS)('%s: the letter has enough contrast with its fill', (letter) => {
    expect(contrast(COLOURS[letter].ink, COLOURS[letter].fill)).toBeGreaterThanOrEqual(LETTER);
  });

  it.each(LETTERS)('%s: the outline has enough contrast with every ground', (letter) => {
    const { edge } = COLOURS[letter];
    for (const ground of grounds.light) {
      expect(contrast(edge.light, ground)).toBeGreaterThanOrEqual(OUTLINE);
    }
    for (const ground of grounds.dark) {
      expect(contrast(edge.dark, ground)).toBeGreaterThanOrEqual(OUTLINE);
    }
  });

  it.each(LETTERS.filter((letter) => COLOURS[letter].pattern !== 'plain'))(
    '%s: the pattern has enough contrast with its fill',
    (letter) => {
      expect(contrast(COLOURS[letter].mark, COLOURS[letter].fill)).toBeGreaterThanOrEqual(PATTERN);
    },
  );

  it('cards have enough contrast with every ground, and their faces with their edges', () => {
    for (const { edge } of [PAPER, BACK]) {
      for (const ground of grounds.light) {
        expect(contrast(edge.light, ground)).toBeGreaterThanOrEqual(OUTLINE);
      }
      for (const ground of grounds.dark) {
        expect(contrast(edge.dark, ground)).toBeGreaterThanOrEqual(OUTLINE);
      }
    }
    expect(contrast(PAPER.ink, PAPER.fill)).toBeGreaterThanOrEqual(LETTER);
    expect(contrast(BACK.mark, BACK.fill)).toBeGreaterThanOrEqual(OUTLINE);
  });

  it.each(Object.keys(VISIONS) as Vision[])('every two fills differ with %s vision', (vision) => {
    for (const [a, b] of pairs()) {
      const apart = distance(COLOURS[a].fill, COLOURS[b].fill, vision);
      expect(apart, `${a} and ${b}`).toBeGreaterThanOrEqual(APART[vision]);
    }
  });

  it('every two fills differ in lightness', () => {
    const steps = LETTERS.map((letter) => oklab(COLOURS[letter].fill)[0]).sort((a, b) => a - b);
    for (const [index, lightness] of steps.slice(1).entries()) {
      expect(lightness - (steps[index] ?? 0)).toBeGreaterThanOrEqual(STEP_OF_LIGHTNESS);
    }
  });

  it('has a different letter and pattern for every colour, all of which are drawn', () => {
    expect(LETTERS.join('')).toBe('ROYGBPK');
    expect(LETTERS.map((letter) => COLOURS[letter].letter)).toEqual(LETTERS);
    const patterns = LETTERS.map((letter) => COLOURS[letter].pattern);
    expect(new Set(patterns).size).toBe(LETTERS.length);
    for (const pattern of patterns) expect(SYMBOLS).toContain(`id="pattern-${pattern}"`);
  });

  it('has the same colours as the stylesheets', async () => {
    await expect(stylesheet()).toMatchFileSnapshot('./palette.css');
    await expect(surfacesStylesheet()).toMatchFileSnapshot('./surfaces.css');
  });
});
