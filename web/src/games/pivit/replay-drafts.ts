/** Replays show the grids as they grew. */
import type { DraftStep } from '../../wire';
import type { PivitView } from './view';

/** Whether a seat's draft belongs to this view. */
export function isDraftShown(view: PivitView, { at }: DraftStep): boolean {
  return view.phase !== 'countdown' && view.round > 0 && at >= view.began_at;
}
