/** Distances between colours for every kind of colour vision. */

export type Rgb = readonly [number, number, number];
export type Vision = keyof typeof VISIONS;

/** Linear light, 0 to 1. */
export function linear(hex: string): Rgb {
  const [, r, g, b] = /^#(..)(..)(..)$/.exec(hex) ?? [];
  if (r === undefined || g === undefined || b === undefined) throw new Error(`no colour: ${hex}`);
  return [channel(r), channel(g), channel(b)];
}

function channel(digits: string): number {
  const c = Number.parseInt(digits, 16) / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** WCAG 2's contrast ratio, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

type Matrix = readonly [Rgb, Rgb, Rgb];

/**
 * Colour vision deficiencies as matrices on linear light: Machado, Oliveira and Fernandes 2009,
 * severity 1.
 */
export const VISIONS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>;

function times(matrix: Matrix, [x, y, z]: Rgb): Rgb {
  const row = ([a, b, c]: Rgb) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

/** Björn Ottosson's OKLab of a colour as perceived with this vision; lightness first, 0 to 1. */
export function oklab(hex: string, vision: Vision = 'normal'): Rgb {
  const seen = times(VISIONS[vision], linear(hex)).map((c) => Math.min(1, Math.max(0, c)));
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    seen as unknown as Rgb,
  ).map(Math.cbrt);
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones as unknown as Rgb,
  );
}

/** The distance in OKLab, times 100: about 2 is the smallest visible difference. */
export function distance(a: string, b: string, vision: Vision = 'normal'): number {
  const [p, q] = [oklab(a, vision), oklab(b, vision)];
  return 100 * Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
