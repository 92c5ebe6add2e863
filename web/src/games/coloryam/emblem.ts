/** A challenge as it is drawn on the sheet: spots of colour, and signs between them. */
import type { Letter } from '../../ui/pieces';
import type { Challenge } from './view';

/** A spot is of one colour, or of any: 1, 2 and 3 stand for different ones. */
export type Spot = { spot: Letter | 1 | 2 | 3 };
export type Sign = { sign: string };

/** What stands together; `crossed` if it must not be. */
export interface Group {
  parts: readonly (Spot | Sign)[];
  crossed: boolean;
}

const spot = (of: Spot['spot']): Spot => ({ spot: of });
const sign = (text: string): Sign => ({ sign: text });
const group = (...parts: (Spot | Sign)[]): Group => ({ parts, crossed: false });
const not = (...parts: (Spot | Sign)[]): Group => ({ parts, crossed: true });

type Draw = (a: Letter, b: Letter, c: Letter) => Group[];

const DRAWN: Readonly<Record<string, Draw>> = {
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

export const KINDS = Object.keys(DRAWN);

export function emblemOf({ kind, colours }: Challenge): Group[] {
  const [a, b, c] = colours as [Letter, Letter, Letter];
  return DRAWN[kind]?.(a, b, c) ?? [];
}

/** What says a challenge: the id of its sentence, and the sentence's arguments. */
export function sentenceOf({ kind, colours }: Challenge): [string, Record<string, string>] {
  const [a = '', b = '', c = ''] = colours;
  return [`coloryam.challenge.${kind.replaceAll(' ', '_')}`, { a, b, c }];
}
