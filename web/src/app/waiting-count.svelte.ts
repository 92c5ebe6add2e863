/** The number of games that wait for the person, for titles; the rest is loaded when needed. */
import { t } from '../messages';

export const waitingCount = $state({ value: 0 });

/** A page's title, with the number of waiting games. */
export function counted(title: string): string {
  const count = waitingCount.value;
  return count === 0 ? title : t('page.waiting.title', { count, title });
}
