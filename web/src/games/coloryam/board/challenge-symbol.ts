/** Symbols of challenges on the sheet: coloured spots with signs between them. */
import type { Letter } from '../../../ui/pieces';
import { CHALLENGE_SYMBOLS } from '../../../ui/pieces/pieces';
import type { Challenge } from '../view';

/** A spot of one colour, or of any colour; 1, 2 and 3 are different colours. */
export type ColourSpotPart = { spot: Letter | 1 | 2 | 3 };
export type SymbolSign = { sign: string };

type SymbolPart = ColourSpotPart | SymbolSign;

/** A group of parts; `crossed` if the challenge forbids it. */
export interface SymbolGroup {
  parts: readonly SymbolPart[];
  crossed: boolean;
}

export const KINDS = Object.keys(CHALLENGE_SYMBOLS);

export function symbolOf({ kind, colours }: Challenge): SymbolGroup[] {
  return (CHALLENGE_SYMBOLS[kind] ?? []).map(({ crossed = false, parts }) => ({
    crossed,
    parts: parts.map((part) => readPart(part, colours)),
  }));
}

/** Return a part of `pieces.json`: a colour of the challenge (a, b, c), any colour, or a sign. */
function readPart(part: string | number, colours: readonly Letter[]): SymbolPart {
  if (typeof part === 'number') return { spot: part as 1 | 2 | 3 };
  const colour = colours['abc'.indexOf(part)];
  return colour ? { spot: colour } : { sign: part };
}

/** The message id and arguments of a challenge's text. */
export function challengeText({ kind, colours }: Challenge): [string, Record<string, string>] {
  const [a = '', b = '', c = ''] = colours;
  return [`coloryam.challenge.${kind.replaceAll(' ', '_')}`, { a, b, c }];
}
