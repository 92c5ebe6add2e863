/** Die faces, and the moves that keep or roll dice, in text notation. */
import { LETTERS, type Letter } from '../../../ui/pieces';
import { type ColorYamView, DICE } from '../view';

export interface DieFace {
  value: number;
  colour: Letter;
}

/** Parse a face such as `4R`; `null` if it is none. */
export function readFace(text: string): DieFace | null {
  const [, value, colour] = /^([1-6])([A-Z])$/.exec(text) ?? [];
  if (!value || !LETTERS.includes(colour as Letter)) return null;
  return { value: Number(value), colour: colour as Letter };
}

/** The move that keeps these dice and rolls the others; `null` if all dice are kept. */
export function rollMove(faces: readonly string[], kept: ReadonlySet<number>): string | null {
  const those = faces.filter((_, die) => kept.has(die));
  if (those.length === 0) return 'roll';
  return those.length < DICE ? `keep ${those.join(' ')}` : null;
}

/** The dice that a move keeps. */
export function keptBy(move: string | null, faces: readonly string[]): Set<number> {
  const [word, ...those] = (move ?? '').split(' ');
  if (word !== 'keep') return new Set();
  return new Set(those.map((face) => faces.indexOf(face)).filter((die) => die >= 0));
}

type AttemptKey = Pick<ColorYamView, 'line' | 'waiting' | 'chances'>;

/** Whether two views show the same attempt of the same player. */
export function isSameAttempt(a: AttemptKey, b: AttemptKey): boolean {
  return a.line === b.line && a.waiting[0] === b.waiting[0] && a.chances === b.chances;
}

type RolledView = AttemptKey & Pick<ColorYamView, 'faces' | 'rolls' | 'last' | 'kept'>;

/**
 * The dice that were rolled between two views. A die may land on the same face again, which only
 * the player who rolled can tell from a kept one; `sent` holds the kept dice if that is known.
 */
export function diceRolledBetween(
  before: RolledView,
  after: RolledView,
  sent: ReadonlySet<number> | null = null,
): number[] {
  const kept = sent ?? (after.rolls > 1 ? new Set(after.kept) : null);
  const [from, to] = isSameAttempt(before, after)
    ? after.rolls === before.rolls + 1
      ? [before.faces, after.faces]
      : [[], []]
    : after.rolls > 0
      ? after.rolls === 1
        ? [[], after.faces]
        : [[], []]
      : ended(before, after);
  return to.flatMap((face, die) => {
    if (from.length === 0) return [die];
    return (kept ? !kept.has(die) : face !== from[die]) ? [die] : [];
  });
}

/** After the last roll of an attempt the dice are in `last`. */
function ended(before: RolledView, after: RolledView): [readonly string[], readonly string[]] {
  const { last } = after;
  const same = last && last.seat === before.waiting[0] && before.rolls > 0;
  return same ? [before.faces, last.faces] : [[], []];
}
