/** Everything that changes a `LiveTable`: one function per message or event. */
import type { Refused, Step, TableChanged, ViewerPosition, Welcome } from '../../wire';
import type { LiveTable } from './live-table.svelte';
import type { Connection } from './table-socket';

export function setConnection(
  live: LiveTable,
  connection: Connection,
  refused: Refused | null,
): void {
  live.connection = connection;
  live.refused = refused;
}

export function applyWelcome(live: LiveTable, message: Welcome): void {
  live.you = message.you;
  live.invite = message.invite;
  applyTable(live, message);
  live.chat.addEarlier(message.said);
  addSteps(live, message.steps);
  if (message.position) applyPosition(live, message.position);
}

export function applyTable(
  live: LiveTable,
  { table, seat, member, ending, resigning }: Omit<TableChanged, 'type'>,
): void {
  live.table = table;
  live.tableReceivedMs = performance.now();
  live.ending = ending;
  live.resigning = resigning;
  live.seat = seat;
  live.member = member;
  live.fillsAt = table.fills === null ? null : performance.now() + table.fills;
  live.startsBy = table.starts_by === null ? null : performance.now() + table.starts_by;
}

/** Add steps to the log, in order and without duplicates. */
export function addSteps(live: LiveTable, steps: readonly Step[]): void {
  const byVersion = new Map(live.steps.map((step) => [step.version, step]));
  for (const step of steps) byVersion.set(step.version, step);
  live.steps = [...byVersion.values()].sort((a, b) => a.version - b.version);
}

/** Show a new position; positions older than the current one are ignored. */
export function applyPosition(live: LiveTable, position: ViewerPosition): void {
  if (live.position && position.version < live.position.version) return;
  setTableClock(live, position.now);
  live.position = position;
  // A covered board stays as it is behind its cover, with everything begun on it.
  if (position.covered) live.shown.toNewest();
  else live.shown.addNewest(position.version, position.view);
  if (live.help?.version !== position.version) live.help = null;
  finishMove(live);
}

export function applyProgress(live: LiveTable, progress: ViewerPosition['progress']): void {
  if (live.position) live.position = { ...live.position, progress };
}

/** Set the table clock; the time was sent half a round trip ago. */
export function setTableClock(live: LiveTable, now: number): void {
  live.lastTableMs = now;
  live.clockOriginMs = performance.now() - live.roundTripMs / 2 - now;
}

/** Note the version that our move led to; `null` in answers to other requests. */
export function movePlayed(live: LiveTable, version: number | null): void {
  live.playedVersion = version;
  finishMove(live);
}

/** A move is finished once the board shows its result. */
function finishMove(live: LiveTable): void {
  const { playedVersion, position } = live;
  if (playedVersion === null || !position || position.version < playedVersion) return;
  live.playedVersion = null;
  live.busy = false;
}
