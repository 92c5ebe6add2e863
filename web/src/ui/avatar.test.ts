import { describe, expect, it } from 'vitest';
import { avatarOf } from './avatar';
import { COLOURS } from './pieces/palette';

const drawn = (id: string, name: string) => JSON.stringify(avatarOf({ id, name }));

/** Relative luminance, as the contrast of WCAG needs it. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('an avatar', () => {
  it('is the same for the same person at every visit', () => {
    expect(drawn('a1', 'Ada')).toBe(drawn('a1', 'Ada'));
  });

  it('differs for people of one name, and changes with the name', () => {
    expect(drawn('a1', 'Ada')).not.toBe(drawn('a2', 'Ada'));
    expect(drawn('a1', 'Ada')).not.toBe(drawn('a1', 'Ada Lovelace'));
  });

  it('is hardly ever shared by two of a thousand people', () => {
    const all = Array.from({ length: 1000 }, (_, n) => drawn(`p${n}`, 'Ada'));
    expect(new Set(all).size).toBeGreaterThan(980);
  });

  it('is symmetric and never nearly empty', () => {
    for (let n = 0; n < 200; n++) {
      const { marks } = avatarOf({ id: `p${n}`, name: 'Zoë 🎲' });
      expect(marks.length).toBeGreaterThanOrEqual(4);
      for (const { x, y, shape } of marks) expect(marks).toContainEqual({ x: 0 - x, y, shape });
    }
  });

  it('shows its figure without telling hues apart', () => {
    for (let n = 0; n < 200; n++) {
      const { ground, figure } = avatarOf({ id: `p${n}`, name: 'Ada' });
      const lights = [ground, figure].map((each) => luminance(COLOURS[each].fill));
      const contrast = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
      expect(contrast).toBeGreaterThan(1.9);
    }
  });
});
