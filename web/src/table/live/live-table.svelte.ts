/** Everything the page knows about one table. Components read it; only `updates.ts` changes it. */
import type { Hint, Person, Refused, Step, Table, TableChanged, ViewerPosition } from '../../wire';
import { timeOutside, vacationAt } from '../clock/vacation';
import { playerNames } from '../seating';
import { ChatState } from './chat.svelte';
import { missingBefore } from './missing-steps';
import { ShownVersion } from './shown-version.svelte';
import type { Connection } from './table-socket';

/** The hints received for a version. */
export interface ReceivedHints {
  version: number;
  hints: Hint[];
  more: boolean;
}

export class LiveTable {
  connection = $state<Connection>('connecting');
  /** Why the server refused the connection. */
  refused = $state.raw<Refused | null>(null);

  you = $state.raw<Person | null>(null);
  seat = $state<number | null>(null);
  /** Our index in the seat's team. */
  member = $state(0);
  /** What ending the game would mean for us; null if we cannot end it. */
  ending = $state<TableChanged['ending']>(null);
  /** What resigning would mean for us; null if we cannot resign. */
  resigning = $state<TableChanged['resigning']>(null);
  table = $state.raw<Table | null>(null);
  /** Local time at which bots take the free seats, in milliseconds. */
  fillsAt = $state<number | null>(null);
  /** Local time at which the table was received, in milliseconds. */
  tableReceivedMs = $state(0);
  /** Local time by which the players of a pairing must be ready, in milliseconds. */
  startsBy = $state<number | null>(null);
  /** The invitation code, to pass on. */
  invite = $state('');

  position = $state.raw<ViewerPosition | null>(null);
  steps = $state.raw<readonly Step[]>([]);
  help = $state.raw<ReceivedHints | null>(null);
  /** Whether a move has been sent and its result is not shown yet. */
  busy = $state(false);
  /** The version that our last move led to, until it is shown. */
  playedVersion: number | null = null;

  /** Round trip of the last ping, in milliseconds. */
  roundTripMs = 0;
  /** Local time at which table time was 0, as far as known. */
  clockOriginMs = 0;
  /** Table time in the last message that contained it. */
  lastTableMs = 0;

  readonly shown = new ShownVersion();
  readonly chat = new ChatState();

  /** Whether requests are answered without a noticeable delay. */
  readonly reachable = $derived(this.connection === 'open' || this.connection === 'interrupted');
  /** The version before which steps are missing; null if the log is complete. */
  readonly missing = $derived(missingBefore(this.steps));
  readonly names = $derived(this.table ? playerNames(this.table) : []);
  /** Whether we act for our seat, and not another member of the team. */
  readonly isMyPart = $derived(
    this.position === null || this.position.member === null || this.position.member === this.member,
  );
  /** Our entry at our seat. */
  readonly myself = $derived(
    this.seat === null ? null : (this.table?.seats[this.seat]?.members[this.member] ?? null),
  );
  /** Whether a stand-in bot plays for us. */
  readonly hasStandIn = $derived(this.myself?.bot != null);
  /** Whether we resigned from a rated game. */
  readonly resigned = $derived(this.myself?.forfeited === true && this.ending === null);
  readonly isMyTurn = $derived(
    this.seat !== null &&
      this.isMyPart &&
      !this.hasStandIn &&
      (this.position?.awaited.includes(this.seat) ?? false),
  );

  /** Current table time, as far as known; it stands still in a pause. */
  now(here = performance.now()): number {
    return this.table?.paused ? this.lastTableMs : here - this.clockOriginMs;
  }

  /** Milliseconds that a seat has left until its limit: vacation does not count. */
  timeLeft(seat: number, limit: number, here = performance.now()): number {
    const vacation = this.table && vacationAt(this.table, seat, this.tableReceivedMs);
    return timeOutside(this.remaining(limit, here), vacation, here);
  }

  /** Milliseconds of table time until the deadline. */
  remaining(deadline: number, here = performance.now()): number {
    return Math.max(0, deadline - this.now(here));
  }
}
