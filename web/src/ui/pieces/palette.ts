/** The colours of all games, from `palette.json`, which Python reads too. */
import palette from '../../../../src/quincunx/pictures/palette.json';

export type Letter = keyof typeof palette.colours;

/** A colour in the light and in the dark theme. */
export interface InBothThemes {
  light: string;
  dark: string;
}

export interface Colour {
  letter: string;
  pattern: string;
  fill: string;
  /** Colour of the pattern. */
  mark: string;
  /** Colour of the letter. */
  ink: string;
  /** The outline. */
  edge: InBothThemes;
}

export const COLOURS: Readonly<Record<Letter, Colour>> = palette.colours;
export const LETTERS = Object.keys(COLOURS) as Letter[];

/** Neutral colours: the white of cards, and their backs. */
export const PAPER = palette.paper;
export const BACK = palette.back;
/** What pieces are on: the colours of the page's backgrounds, text and lines. */
export const SURFACES: Readonly<Record<string, InBothThemes>> = palette.surfaces;

/** The content of `palette.css`, which a test keeps in sync (`vitest -u` writes it). */
export function stylesheet(): string {
  const rules = [
    rule("[data-piece='paper']", { paper: PAPER.fill, ink: PAPER.ink, edge: both(PAPER.edge) }),
    rule("[data-piece='back']", {
      back: BACK.fill,
      'back-mark': BACK.mark,
      edge: both(BACK.edge),
    }),
    ...Object.values(COLOURS).map(({ letter, fill, mark, ink, edge }) =>
      rule(`[data-piece='${letter}']`, { fill, mark, ink, edge: both(edge) }),
    ),
  ];
  return `${GENERATED}${rules.join('\n')}\n[data-scheme='light'] {\n  color-scheme: light;\n}\n`;
}

/** The content of `surfaces.css`. */
export function surfacesStylesheet(): string {
  const properties = Object.entries(SURFACES).map(([name, colour]) => [name, both(colour)]);
  return GENERATED + rule(':root', Object.fromEntries(properties), '--');
}

const GENERATED = '/* Made from palette.json by `vitest -u`: change that, not this. */\n';

function rule(selector: string, properties: Record<string, string>, prefix = '--piece-'): string {
  const lines = Object.entries(properties).map(
    ([name, value]) => `  ${prefix}${name}: ${value};\n`,
  );
  return `${selector} {\n${lines.join('')}}\n`;
}

function both({ light, dark }: InBothThemes): string {
  return light === dark ? light : `light-dark(${light}, ${dark})`;
}
