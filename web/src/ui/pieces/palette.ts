/** The palette shared by all games, from `palette.json`: each colour has a letter and a pattern. */
import palette from './palette.json';

export type Letter = keyof typeof palette.colours;

export interface Edge {
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
  /** Outline in the light and in the dark theme. */
  edge: Edge;
}

export const COLOURS: Readonly<Record<Letter, Colour>> = palette.colours;
export const LETTERS = Object.keys(COLOURS) as Letter[];

/** Neutral colours: the white of cards, and their backs. */
export const PAPER = palette.paper;
export const BACK = palette.back;

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
  return `/* Made from palette.json by \`vitest -u\`: change that, not this. */\n${rules.join('\n')}`;
}

function rule(selector: string, properties: Record<string, string>): string {
  const lines = Object.entries(properties).map(([name, value]) => `  --piece-${name}: ${value};\n`);
  return `${selector} {\n${lines.join('')}}\n`;
}

function both({ light, dark }: Edge): string {
  return `light-dark(${light}, ${dark})`;
}
