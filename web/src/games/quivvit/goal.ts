/** What to do now in Quivvit. */
import type { Message } from '../../wire';
import type { QuivvitView } from './view';

export function goal(view: QuivvitView, seat: number | null): Message | null {
  if (view.phase === 'over') return null;
  const asked = seat !== null && view.waiting.includes(seat);
  if (view.phase === 'block' && asked) return { id: 'quivvit.goal.block', args: {} };
  if (view.phase === 'bonus' && asked) return { id: 'quivvit.goal.bonus', args: {} };
  if (view.colour !== null) return { id: 'quivvit.goal.colour', args: { colour: view.colour } };
  return { id: 'quivvit.goal.link', args: {} };
}
