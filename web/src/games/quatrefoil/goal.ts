/** What to do now in Quatrefoil. */
import type { Message } from '../../wire';
import type { QuatrefoilView } from './view';

export function goal(view: QuatrefoilView, seat: number | null): Message | null {
  if (view.ending !== '') return null;
  if (view.target.every((colour) => colour !== null)) {
    return { id: 'quatrefoil.goal.target', args: {} };
  }
  const colour = seat === null ? null : view.colours[seat];
  const position = seat === null ? null : view.positions[seat];
  if (seat === null || !colour || !position) return { id: 'quatrefoil.goal.together', args: {} };
  if (view.signals[seat]) return { id: 'quatrefoil.goal.in_place', args: { colour, position } };
  return { id: 'quatrefoil.goal.bring', args: { colour, position } };
}
