import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from '../../../ui/pieces/colour-distance';
import { COLOURS, SURFACES } from '../../../ui/pieces/palette';
import { challengeOf, fieldOf, LINES, SECTIONS } from '../view';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const style = read('./ScoreSheet.svelte');

/** A colour of the page in the light and in the dark theme. */
const both = (name: string) => Object.values(SURFACES[name] ?? {});
const tints = (name: string) =>
  [...style.matchAll(new RegExp(`--${name}: (\\d+)%`, 'g'))].map(([, part]) => Number(part));

/** The same as `color-mix(in srgb, …)`. */
function mix(a: string, b: string, percent: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [p, q] = [a, b].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(p + ((q - p) * percent) / 100)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

// In the stylesheet's order: all sections, yellow; their score rows, yellow's.
const GROUNDS = [
  ['R', 0],
  ['B', 0],
  ['Y', 1],
  ['R', 2],
  ['Y', 3],
] as const;

describe.each([
  ['light', 0, 'tint'],
  ['dark', 1, 'tint-dark'],
] as const)('in the %s scheme', (_, mode, name) => {
  it.each(GROUNDS)('entries have enough contrast on %s, tint %i', (section, place) => {
    expect(tints(name).length).toBe(4);
    const ground = mix(both('sheet')[mode] ?? '', COLOURS[section].fill, tints(name)[place] ?? 0);
    expect(contrast(both('ink')[mode] ?? '', ground)).toBeGreaterThanOrEqual(4.5);
    // Crosses appear on lines, not on score rows.
    if (place < 2) expect(contrast(both('bad')[mode] ?? '', ground)).toBeGreaterThanOrEqual(3);
  });

  it('the sections have different colours', () => {
    const grounds = GROUNDS.slice(0, 3).map(([section, place]) =>
      mix(both('sheet')[mode] ?? '', COLOURS[section].fill, tints(name)[place] ?? 0),
    );
    expect(new Set(grounds).size).toBe(3);
  });
});

it('the score sheet has ten lines in three sections: six challenges and four ColorYam fields', () => {
  expect(SECTIONS.flatMap(({ lines }) => lines)).toEqual([...LINES.keys()]);
  expect(LINES.map((_, line) => fieldOf(line))).toEqual([0, 0, 1, 0, 0, 2, 0, 0, 3, 4]);
  const sheet = [...'ROYGBK'].map((kind) => ({ kind, colours: [] }));
  expect(LINES.map((_, line) => challengeOf({ sheet }, line)?.kind ?? '').join('')).toBe('ROYGBK');
  expect([fieldOf(null), fieldOf(10), challengeOf({ sheet }, 10)]).toEqual([0, 0, null]);
});
