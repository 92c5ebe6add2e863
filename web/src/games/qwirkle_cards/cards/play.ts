/** Plays as text: the sets that are taken apart and, after `>`, what replaces them. */

import type { Kinds } from '../view';
import { byColour, without } from './cards';

export interface ParsedPlay {
  old: Kinds[];
  new: Kinds[];
}

const keyOf = (kinds: Kinds): string => [...kinds].sort(byColour).join(' ');

/** The sets of one table that are not on the other. */
function less(sets: readonly Kinds[], others: readonly Kinds[]): string[] {
  return without(sets.map(keyOf), others.map(keyOf));
}

/** The order of sets in the rules: card by card, the shorter first. */
function inOrder(a: string, b: string): number {
  const [x, y] = [a.split(' '), b.split(' ')];
  const at = x.findIndex((kind, index) => kind !== y[index]);
  const [p, q] = [x[at], y[at]];
  if (p === undefined) return x.length - y.length;
  return q === undefined ? 1 : byColour(p, q);
}

/** The play that turns one table into another; empty if they are equal. */
export function playText(table: readonly Kinds[], sets: readonly Kinds[]): string {
  const written = [less(table, sets), less(sets, table)].map((each) =>
    each
      .sort(inOrder)
      .map((key) => `[${key}]`)
      .join(' '),
  );
  return written.filter(Boolean).join(' > ');
}

/** Parse a play; `null` if the text is invalid. */
export function readPlay(text: string): ParsedPlay | null {
  if (!/^[\s[\]>\w]*\]$/.test(text)) return null;
  const [after = '', before = ''] = text.split('>').reverse();
  const sets = (part: string) =>
    [...part.matchAll(/\[([^\][]*)\]/g)].map(([, cards = '']) => cards.trim().split(/\s+/));
  return { old: sets(before), new: sets(after) };
}

/** The table after a play. */
export function afterPlay(table: readonly Kinds[], play: ParsedPlay): Kinds[] {
  const stay = less(table, play.old).map((key) => key.split(' '));
  return [...stay, ...play.new];
}

/** The cards that a play takes from the hand. */
export function fromHand(play: ParsedPlay): string[] {
  return without(play.new.flat(), play.old.flat());
}
