/** A table that one is at: everything that is known of it, and everything that can be asked of it. */
import { recordOf } from '../api';
import type {
  Hint,
  Message,
  Person,
  Position,
  Propose,
  Refused,
  Step,
  Table,
  TableChanged,
} from '../wire';
import { Chat } from './chat.svelte';
import { Drafts } from './drafts.svelte';
import { missingBefore } from './history';
import { scenesOf, stepsOf } from './scenes';
import { namesOf } from './seating';
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
} from './socket';
import { Visible } from './visible.svelte';

export interface Help {
  version: number;
  hints: Hint[];
  more: boolean;
}

export interface Options {
  onrefused: (refused: Pick<Refused, 'message' | 'rule'>) => void;
  /** The table itself has noted something. */
  onnoted?: (note: Message) => void;
  /** For tests. */
  socket?: typeof WebSocket;
  url?: string;
}

/** Steps that are fetched at a time; the table may send fewer. */
const PAGE_OF_STEPS = 100;

const LOST: Message = { id: 'page.error.unreachable', args: {} };

export class LiveTable {
  connection = $state<Connection>('connecting');
  /** Whether what is asked now is answered at once, as far as anybody notices. */
  readonly reachable = $derived(this.connection === 'open' || this.connection === 'wavering');
  /** Why the table will not have us. */
  refused = $state.raw<Refused | null>(null);
  you = $state.raw<Person | null>(null);
  seat = $state<number | null>(null);
  /** Which member of the seat's team we are. */
  member = $state(0);
  /** What the wish to end the game leads to for us; null where we cannot wish it. */
  ending = $state<TableChanged['ending']>(null);
  table = $state.raw<Table | null>(null);
  /** Local time at which bots take the free seats. */
  filledAt = $state<number | null>(null);
  /** What lets others in. */
  invite = $state('');
  position = $state.raw<Position | null>(null);
  steps = $state.raw<readonly Step[]>([]);
  /** The version before which steps are missing; null if the log is complete. */
  readonly missing = $derived(missingBefore(this.steps));
  help = $state.raw<Help | null>(null);
  /** Whether a move is on its way. */
  busy = $state(false);
  readonly visible = new Visible();
  readonly chat = new Chat();
  readonly drafts = new Drafts(
    async (draft) => (await this.#socket.ask({ type: 'draft', draft })).faults,
  );

  readonly names = $derived(this.table ? namesOf(this.table) : []);
  /** Whether it is for us to act if our seat does, and not for another member of the team. */
  readonly myPart = $derived(
    this.position === null || this.position.member === null || this.position.member === this.member,
  );
  /** How the others see us at our place. */
  readonly myself = $derived(
    this.seat === null ? null : (this.table?.seats[this.seat]?.members[this.member] ?? null),
  );
  /** Whether a bot plays in our stead. */
  readonly substituted = $derived(this.myself?.bot != null);
  /** Whether we left a rated game, for good. */
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
  /** Whether a page of earlier steps is on its way. */
  #fetching = false;
  /** Local time at which table time was nought, as far as we know. */
  #origin = 0;
  /** Table time when we were last told it. */
  #told = 0;
  /** How long the last ping took, there and back. */
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

  /** Comes to the table; what is returned leaves it. */
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

  // What can be asked

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

  /** Takes our place over from the bot that stood in. */
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

  /** Plays a move on the board that is shown. */
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

  /** Asks whether there are hints, or for one more. */
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

  /** Shows the board as it was; the views that we have not seen ourselves are in the record. */
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

  /** Fetches a page of the steps that did not fit into the welcome; calls while it waits do nothing. */
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

  /** Fetches what did not fit into a welcome or an update, so that the log has no hole in the middle. */
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

  /** Table time, as far as we know; it stands still in a pause. */
  now(here = performance.now()): number {
    return this.table?.paused ? this.#told : here - this.#origin;
  }

  /** Milliseconds until the deadline, by the table's clock. */
  remaining(deadline: number, here = performance.now()): number {
    return Math.max(0, deadline - this.now(here));
  }

  // What comes

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

  #place(position: Position): void {
    if (this.position && position.version < this.position.version) return;
    this.#setClock(position.now);
    this.position = position;
    if (position.covered) {
      // The board stays as it is behind its cover, with whatever is half made on it.
      this.visible.toNow();
    } else {
      this.visible.advance(position.version, position.view);
      this.drafts.adopt(position.draft);
    }
    if (this.help?.version !== position.version) this.help = null;
    this.#settle();
  }

  /** What the table says of its time was true when it said it, half a round trip ago. */
  #setClock(now: number): void {
    this.#told = now;
    this.#origin = performance.now() - this.#delay / 2 - now;
  }

  /** A move is no longer on its way once the board shows what it made. */
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
