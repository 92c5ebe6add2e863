/** What to do now in Pivit. */
import type { Message } from '../../wire';
import { isBuilding, type PivitView } from './view';

export function goal(view: PivitView, seat: number | null): Message | null {
  if (view.phase === 'over') return null;
  const isDone = seat !== null && (view.claimed[seat] || view.stopped?.[seat] === true);
  if (isBuilding(view) && isDone) return { id: 'pivit.goal.done', args: {} };
  if (isBuilding(view)) return { id: 'pivit.goal.build', args: {} };
  if (view.round === 0) return { id: 'pivit.goal.start', args: {} };
  return { id: 'pivit.goal.next_round', args: { target: view.target } };
}
