/** Going to a table that is opened or found for this. */
import { whyNot } from './api';
import { me } from './me.svelte';
import { paths, router } from './router.svelte';
import { toasts } from './ui/toasts.svelte';
import type { TableOpened } from './wire';

/** Goes to the table that `open` gives; whoever has no name yet is asked for one first. */
export async function enter(open: () => Promise<TableOpened>): Promise<void> {
  try {
    if (!(await me.ensure())) return;
    const { id, invite } = await open();
    router.go(paths.table(id, invite));
  } catch (error) {
    toasts.show(whyNot(error), 'bad');
  }
}
