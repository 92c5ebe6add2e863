/** In a replay the grids are shown as they grew. */
import type { DraftStep } from '../../wire';
import type { View } from './view';

/** Whether what a seat had built then is still part of what is shown. */
export function belongs(view: View, { at }: DraftStep): boolean {
  return view.phase !== 'countdown' && view.round > 0 && at >= view.began_at;
}
