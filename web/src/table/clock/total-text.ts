/** Total time in words. */
import { t } from '../../messages';
import { durationText } from '../../messages/time';
import type { TotalTime } from '../../wire';

/** “5 minutes in total + 3 seconds per move”. */
export function totalText({ base, increment = 0 }: TotalTime): string {
  const time = durationText(base);
  if (increment === 0) return t('page.total.plain', { time });
  return t('page.total.each', { time, increment: durationText(increment) });
}
