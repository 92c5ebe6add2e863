import { describe, expect, it } from 'vitest';
import { avatarOf } from './avatar';
import { COLOURS } from './pieces/palette';

const drawn = (id: string, name: string) => JSON.stringify(avatarOf({ id, name }));

/** The relative luminance of a colour, as defined in WCAG. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('an avatar', () => {
  it('is always the same for the same person', () => {
    expect(drawn('a1', 'Ada')).toBe(drawn('a1', 'Ada'));
  });

  it('differs between people of the same name, and changes with the name', () => {
    expect(drawn('a1', 'Ada')).not.toBe(drawn('a2', 'Ada'));
    expect(drawn('a1', 'Ada')).not.toBe(drawn('a1', 'Ada Lovelace'));
  });

  it('is almost always different for each of a thousand people', () => {
    const all = Array.from({ length: 1000 }, (_, n) => drawn(`p${n}`, 'Ada'));
    expect(new Set(all).size).toBeGreaterThan(980);
  });

  it('is symmetric and has at least four marks', () => {
    for (let n = 0; n < 200; n++) {
      const { marks } = avatarOf({ id: `p${n}`, name: 'Zoë 🎲' });
      expect(marks.length).toBeGreaterThanOrEqual(4);
      for (const { x, y, shape } of marks) expect(marks).toContainEqual({ x: 0 - x, y, shape });
    }
  });

  it('has a figure that is visible without colour vision', () => {
    for (let n = 0; n < 200; n++) {
      const { ground, figure } = avatarOf({ id: `p${n}`, name: 'Ada' });
      const lights = [ground, figure].map((each) => luminance(COLOURS[each].fill));
      const contrast = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
      expect(contrast).toBeGreaterThan(1.9);
    }
  });
});
