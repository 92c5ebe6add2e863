/** Creates or finds a table and opens it. */
import { loadOtherMessages } from '../messages';
import { errorText } from '../net/api';
import { toasts } from '../ui/toasts.svelte';
import type { TableOpened } from '../wire';
import { me } from './me.svelte';
import { paths, router } from './router.svelte';

/** Go to the table that `create` returns; a new visitor becomes a guest first. */
export async function openTable(open: () => Promise<TableOpened>): Promise<void> {
  try {
    await me.requirePerson();
    const { id, invite } = await open();
    router.go(paths.table(id, invite));
  } catch (error) {
    await loadOtherMessages().catch(() => {});
    toasts.show(errorText(error), 'bad');
  }
}
