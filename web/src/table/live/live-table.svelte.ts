/**
 * Everything the page knows about one live table. Components read it; only `updates.ts` changes it.
 */
import { recordOf } from '../../net/api';
import type {
  Hint,
  Message,
  Person,
  Propose,
  Refused,
  Step,
  Table,
  TableChanged,
  ViewerPosition,
} from '../../wire';
import { scenesOf, stepsOf } from '../record-views';
import { namesOf } from '../seating';
import { Chat } from './chat.svelte';
import { Drafts } from './drafts.svelte';
import { missingBefore } from './missing-steps';
import { Visible } from './shown-version.svelte';
import {
  type Answer,
  type Connection,
  Hungup,
  hex,
  type Push,
  Refusal,
  type Request,
  socketUrl,
  TableSocket,
} from './table-socket';

export interface Help {
  version: number;
  hints: Hint[];
  more: boolean;
}

export interface Options {
  onrefused: (refused: Pick<Refused, 'message' | 'rule'>) => void;
  /** Called when the table has noted something, such as a player leaving. */
  onnoted?: (note: Message) => void;
  /** For tests. */
  socket?: typeof WebSocket;
  url?: string;
}

/** Steps to fetch at a time; the server may send fewer. */
const PAGE_OF_STEPS = 100;

const LOST: Message = { id: 'page.error.unreachable', args: {} };

export class LiveTable {
  connection = $state<Connection>('connecting');
  /** Whether requests are answered without a noticeable delay. */
  readonly reachable = $derived(this.connection === 'open' || this.connection === 'wavering');
  /** Why the server refused the connection. */
  refused = $state.raw<Refused | null>(null);
  you = $state.raw<Person | null>(null);
  seat = $state<number | null>(null);
  /** Our index in the seat's team. */
  member = $state(0);
  /** What ending the game would mean for us; null if we cannot end it. */
  ending = $state<TableChanged['ending']>(null);
  table = $state.raw<Table | null>(null);
  /** Local time at which bots take the free seats. */
  filledAt = $state<number | null>(null);
  /** The invitation code, to pass on. */
  invite = $state('');
  position = $state.raw<ViewerPosition | null>(null);
  steps = $state.raw<readonly Step[]>([]);
  /** The version before which steps are missing; null if the log is complete. */
  readonly missing = $derived(missingBefore(this.steps));
  help = $state.raw<Help | null>(null);
  /** Whether a move has been sent and not yet answered. */
  busy = $state(false);
  readonly visible = new Visible();
  readonly chat = new Chat();
  readonly drafts = new Drafts(
    async (draft) => (await this.#socket.ask({ type: 'draft', draft })).faults,
  );

  readonly names = $derived(this.table ? namesOf(this.table) : []);
  /** Whether we act for our seat, and not another member of the team. */
  readonly myPart = $derived(
    this.position === null || this.position.member === null || this.position.member === this.member,
  );
  /** Our entry at our seat. */
  readonly myself = $derived(
    this.seat === null ? null : (this.table?.seats[this.seat]?.members[this.member] ?? null),
  );
  /** Whether a bot plays for us. */
  readonly substituted = $derived(this.myself?.bot != null);
  /** Whether we resigned from a rated game. */
  readonly resigned = $derived(this.myself?.forfeited === true && this.ending === null);
  readonly myTurn = $derived(
    this.seat !== null &&
      this.myPart &&
      !this.substituted &&
      (this.position?.awaited.includes(this.seat) ?? false),
  );

  #id: string;
  #onrefused: Options['onrefused'];
  #onnoted: Options['onnoted'];
  #socket: TableSocket;
  #played: number | null = null;
  /** Whether a page of earlier steps is being fetched. */
  #fetching = false;
  /** Local time at which table time was 0, as far as known. */
  #origin = 0;
  /** Table time in the last message that contained it. */
  #told = 0;
  /** Round trip of the last ping, in milliseconds. */
  #delay = 0;

  constructor(id: string, invite: string, options: Options) {
    this.#id = id;
    this.#onrefused = options.onrefused;
    this.#onnoted = options.onnoted;
    this.#socket = new TableSocket({
      url: options.url ?? socketUrl(id, location),
      ...(options.socket && { socket: options.socket }),
      hello: () => ({ type: 'hello', invite, since: this.position?.version ?? null }),
      onpush: (message) => this.#hear(message),
      ondelay: (delay) => {
        this.#delay = delay;
      },
      onconnection: (connection, refused) => {
        this.connection = connection;
        this.refused = refused;
      },
    });
  }

  /** Connect to the table; the returned function disconnects. */
  open(): () => void {
    const hurry = () => this.#socket.hurry();
    const awake = () => document.hidden || hurry();
    addEventListener('online', hurry);
    document.addEventListener('visibilitychange', awake);
    this.#socket.connect();
    return () => {
      removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', awake);
      this.#socket.close();
    };
  }

  again(): void {
    this.#socket.again();
  }

  // Requests

  sit(seat: number, member = 0): Promise<boolean> {
    return this.#ask({ type: 'sit', seat, member });
  }

  leave(): Promise<boolean> {
    return this.#ask({ type: 'leave' });
  }

  seatBot(seat: number, level: string | null, member = 0): Promise<boolean> {
    return this.#ask({ type: 'seat_bot', seat, level, member });
  }

  ready(): Promise<boolean> {
    return this.#ask({ type: 'ready', nonce: hex(16) });
  }

  rematch(): Promise<boolean> {
    return this.#ask({ type: 'rematch' });
  }

  /** Take our seat back from the stand-in bot. */
  comeBack(): Promise<boolean> {
    return this.#ask({ type: 'return' });
  }

  propose(wish: Propose['wish'], seat: number | null = null): Promise<boolean> {
    return this.#ask({ type: 'propose', wish, seat });
  }

  answer(wish: Propose['wish'], agree: boolean): Promise<boolean> {
    return this.#ask({ type: 'answer', wish, agree });
  }

  resume(): Promise<boolean> {
    return this.#ask({ type: 'resume' });
  }

  say(text: string): Promise<boolean> {
    return this.#ask({ type: 'say', text });
  }

  report(number: number, why: string): Promise<boolean> {
    return this.#ask({ type: 'report', number, why });
  }

  /** Play a move on the current position. */
  async play(move: string): Promise<void> {
    if (this.busy || !this.position) return;
    this.busy = true;
    try {
      const done = await this.#socket.ask({ type: 'play', version: this.position.version, move });
      this.#played = done.version;
      this.#settle();
    } catch (error) {
      this.busy = false;
      this.#complain(error);
    }
  }

  /** Ask whether there are hints, or for one more. */
  async askHelp(count: number): Promise<void> {
    const version = this.position?.version;
    if (version === undefined) return;
    try {
      const { hints, more } = await this.#socket.ask({ type: 'hints', count });
      if (this.position?.version === version) this.help = { version, hints, more };
    } catch (error) {
      if (count > 0) this.#complain(error);
    }
  }

  /** Show an earlier version; views that we have not received come from the record. */
  async lookBack(version: number): Promise<void> {
    if (this.position?.covered) return;
    this.visible.show(version);
    if (this.visible.known) return;
    try {
      const record = await recordOf(this.#id, this.seat);
      this.visible.fill(scenesOf(record));
      this.#learn(stepsOf(record));
    } catch (error) {
      this.visible.toNow();
      this.#complain(error);
    }
  }

  /**
   * Fetch a page of steps that did not fit into the welcome; does nothing while another page is
   * being fetched.
   */
  async fetchEarlier(): Promise<void> {
    const before = this.missing;
    if (before === null || this.#fetching) return;
    this.#fetching = true;
    try {
      const { steps } = await this.#socket.ask({ type: 'history', before, count: PAGE_OF_STEPS });
      this.#learn(steps);
    } catch (error) {
      this.#complain(error);
    } finally {
      this.#fetching = false;
    }
  }

  /** Fetch steps that did not fit into a welcome or an update, so that the log has no gap. */
  async #fillHole(): Promise<void> {
    let before: number | null = null;
    while (this.missing !== null && this.missing !== before && this.missing > this.#firstKnown()) {
      before = this.missing;
      await this.fetchEarlier();
    }
  }

  #firstKnown(): number {
    return this.steps[0]?.version ?? 0;
  }

  /** Current table time, as far as known; it stands still in a pause. */
  now(here = performance.now()): number {
    return this.table?.paused ? this.#told : here - this.#origin;
  }

  /** Milliseconds of table time until the deadline. */
  remaining(deadline: number, here = performance.now()): number {
    return Math.max(0, deadline - this.now(here));
  }

  // Messages from the server

  #hear(message: Push): void {
    switch (message.type) {
      case 'welcome':
        this.you = message.you;
        this.invite = message.invite;
        this.#gather(message);
        this.chat.catchUp(message.said);
        this.#learn(message.steps);
        void this.#fillHole();
        if (message.position) this.#place(message.position);
        break;
      case 'table':
        this.#gather(message);
        break;
      case 'said':
        this.chat.hear(message);
        if (message.note) this.#onnoted?.(message.note);
        break;
      case 'update':
        this.#learn(message.steps);
        void this.#fillHole();
        this.#place(message.position);
        break;
      case 'progress':
        if (this.position) this.position = { ...this.position, progress: message.progress };
        break;
      case 'pong':
        if (message.now !== null) this.#setClock(message.now);
        break;
      case 'refused':
        this.#onrefused(message);
        break;
    }
  }

  #gather({ table, seat, member, ending }: Omit<TableChanged, 'type'>): void {
    this.table = table;
    this.ending = ending;
    this.seat = seat;
    this.member = member;
    this.filledAt = table.fills === null ? null : performance.now() + table.fills;
  }

  #learn(steps: readonly Step[]): void {
    const byVersion = new Map(this.steps.map((step) => [step.version, step]));
    for (const step of steps) byVersion.set(step.version, step);
    this.steps = [...byVersion.values()].sort((a, b) => a.version - b.version);
  }

  #place(position: ViewerPosition): void {
    if (this.position && position.version < this.position.version) return;
    this.#setClock(position.now);
    this.position = position;
    if (position.covered) {
      // The board stays as it is behind its cover, with everything begun on it.
      this.visible.toNow();
    } else {
      this.visible.advance(position.version, position.view);
      this.drafts.adopt(position.draft);
    }
    if (this.help?.version !== position.version) this.help = null;
    this.#settle();
  }

  /** Set the table clock; the time was sent half a round trip ago. */
  #setClock(now: number): void {
    this.#told = now;
    this.#origin = performance.now() - this.#delay / 2 - now;
  }

  /** A move is finished once the board shows its result. */
  #settle(): void {
    if (this.#played === null || !this.position || this.position.version < this.#played) return;
    this.#played = null;
    this.busy = false;
  }

  async #ask<R extends Request>(request: R): Promise<boolean> {
    try {
      await (this.#socket.ask(request) as Promise<Answer<R>>);
      return true;
    } catch (error) {
      this.#complain(error);
      return false;
    }
  }

  #complain(error: unknown): void {
    if (error instanceof Hungup) return;
    this.#onrefused(error instanceof Refusal ? error.refused : { message: LOST, rule: null });
  }
}
