/** Taking a seat at a table that waits for players. */
import type { Table } from '../../wire';
import type { TableClient } from '../live/table-client';
import { isReadyOnArrival, type Place } from '../seating';

/**
 * Sit there (`null`: in the first free seat) and be ready, except for the host, who starts the
 * game.
 */
export async function takeSeat(
  client: TableClient,
  table: Table,
  place: Place | null,
): Promise<void> {
  if (!(await client.sit(place?.seat ?? null, place?.member))) return;
  if (isReadyOnArrival(table, client.live.you?.id ?? '')) await client.ready();
}
