/** Which help a table offers. */
import type { Table } from '../wire';

/** Whether hints and undo are on; without them, players can still ask for a legal move. */
export function allowsHints(table: Pick<Table, 'rated' | 'deal'>): boolean {
  return !table.rated && table.deal !== 'daily';
}
