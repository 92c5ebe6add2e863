/** Symbols of challenges on the sheet: coloured spots with signs between them. */
import type { Letter } from '../../../ui/pieces';
import type { Challenge } from '../view';

/** A spot of one colour, or of any colour; 1, 2 and 3 are different colours. */
export type ColourSpotPart = { spot: Letter | 1 | 2 | 3 };
export type SymbolSign = { sign: string };

/** A group of parts; `crossed` if the challenge forbids it. */
export interface SymbolGroup {
  parts: readonly (ColourSpotPart | SymbolSign)[];
  crossed: boolean;
}

const spot = (of: ColourSpotPart['spot']): ColourSpotPart => ({ spot: of });
const sign = (text: string): SymbolSign => ({ sign: text });
const group = (...parts: (ColourSpotPart | SymbolSign)[]): SymbolGroup => ({
  parts,
  crossed: false,
});
const not = (...parts: (ColourSpotPart | SymbolSign)[]): SymbolGroup => ({ parts, crossed: true });

type DrawSymbol = (a: Letter, b: Letter, c: Letter) => SymbolGroup[];

const SYMBOLS: Readonly<Record<string, DrawSymbol>> = {
  none: (a) => [not(spot(a))],
  'none of two': (a, b) => [not(spot(a)), not(spot(b))],
  one: (a) => [group(sign('1×'), spot(a))],
  two: (a) => [group(sign('2×'), spot(a))],
  'one and none': (a, b) => [group(sign('1×'), spot(a)), not(spot(b))],
  'three alike': () => [group(sign('3×'), spot(1))],
  'never three': () => [not(sign('3×'), spot(1))],
  'two pairs': () => [group(sign('2×'), spot(1)), group(sign('2×'), spot(2))],
  'four alike': () => [group(sign('4×'), spot(1))],
  'three colours': () => [group(spot(1), spot(2), spot(3))],
  'never two': () => [not(sign('2×'), spot(1))],
  more: (a, b) => [group(spot(a), sign('>'), spot(b))],
  equal: (a, b) => [group(spot(a), sign('='), spot(b))],
  different: (a, b) => [group(spot(a), sign('≠'), spot(b))],
  'all different': (a, b, c) => [group(spot(a), sign('≠'), spot(b), sign('≠'), spot(c))],
  most: (a) => [group(spot(a), sign('>'), spot(1), spot(2), spot(3))],
};

export const KINDS = Object.keys(SYMBOLS);

export function symbolOf({ kind, colours }: Challenge): SymbolGroup[] {
  const [a, b, c] = colours as [Letter, Letter, Letter];
  return SYMBOLS[kind]?.(a, b, c) ?? [];
}

/** The message id and arguments of a challenge's text. */
export function challengeText({ kind, colours }: Challenge): [string, Record<string, string>] {
  const [a = '', b = '', c = ''] = colours;
  return [`coloryam.challenge.${kind.replaceAll(' ', '_')}`, { a, b, c }];
}
