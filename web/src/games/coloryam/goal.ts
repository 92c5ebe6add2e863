/** What to do now in ColorYam. */
import type { Message } from '../../wire';
import { type ColorYamView, challengeOf, fieldOf } from './view';

export function goal(view: ColorYamView, seat: number | null): Message | null {
  if (view.phase === 'over') return null;
  const mine = view.waiting[0] === seat;
  if (!mine) return { id: 'coloryam.goal.aim', args: {} };
  if (view.phase === 'choose') return { id: 'coloryam.goal.choose', args: {} };
  if (challengeOf(view, view.line) === null) {
    const mustGrow = fieldOf(view.line) > 1 && !view.beginner;
    return { id: mustGrow ? 'coloryam.goal.field' : 'coloryam.goal.field_any', args: {} };
  }
  if (view.rolls === 0) return { id: 'coloryam.goal.roll', args: {} };
  return { id: view.met ? 'coloryam.goal.met' : 'coloryam.goal.keep', args: {} };
}
