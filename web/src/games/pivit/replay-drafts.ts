/** Replays show the grids as they grew. */
import type { DraftStep } from '../../wire';
import type { View } from './view';

/** Whether a seat's draft belongs to this view. */
export function belongs(view: View, { at }: DraftStep): boolean {
  return view.phase !== 'countdown' && view.round > 0 && at >= view.began_at;
}
