/** The connection to one table: sends requests, and applies what the server sends to `live`. */
import { type BotPace, preferences } from '../../app/preferences.svelte';
import { fetchRecord } from '../../net/api';
import type { Reaction } from '../../ui/reactions';
import type { Message, Proposal, Propose, Refused, ViewerPosition } from '../../wire';
import { logOfRecord, viewsOfRecord } from '../record-views';
import { DraftSync } from './drafts.svelte';
import { LiveTable } from './live-table.svelte';
import {
  ConnectionClosed,
  RefusedError,
  type ResponseTo,
  randomHex,
  type ServerPush,
  type TableRequest,
  TableSocket,
  tableSocketUrl,
} from './table-socket';
import {
  addSteps,
  applyPosition,
  applyProgress,
  applyTable,
  applyWelcome,
  movePlayed,
  setConnection,
  setTableClock,
} from './updates';

export interface TableClientOptions {
  onrefused: (refused: Pick<Refused, 'message' | 'rule'>) => void;
  /** Called when the table has noted something, such as a player leaving. */
  onnoted?: (note: Message) => void;
  /** For tests. */
  socket?: typeof WebSocket;
  url?: string;
}

/** Steps to fetch at a time; the server may send fewer. */
const STEPS_PER_PAGE = 100;
const NONCE_BYTES = 16;

const UNREACHABLE: Message = { id: 'page.error.unreachable', args: {} };

export class TableClient {
  readonly live = new LiveTable();
  readonly drafts = new DraftSync(
    async (draft) => (await this.#socket.request({ type: 'draft', draft })).faults,
  );

  #id: string;
  #options: TableClientOptions;
  #socket: TableSocket;
  /** Whether a page of earlier steps is being fetched. */
  #fetching = false;

  constructor(id: string, invite: string, options: TableClientOptions) {
    this.#id = id;
    this.#options = options;
    this.#socket = new TableSocket({
      url: options.url ?? tableSocketUrl(id, location),
      ...(options.socket && { socket: options.socket }),
      hello: () => ({ type: 'hello', invite, since: this.live.position?.version ?? null }),
      onpush: (message) => this.#receive(message),
      ondelay: (delay) => {
        this.live.roundTripMs = delay;
      },
      onconnection: (connection, refused) => setConnection(this.live, connection, refused),
    });
  }

  /** Connect to the table; the returned function disconnects. */
  open(): () => void {
    const reconnect = () => this.#socket.reconnectNow();
    const onvisible = () => {
      this.#socket.setHidden(document.hidden);
      if (!document.hidden) reconnect();
    };
    this.#socket.setHidden(document.hidden);
    addEventListener('online', reconnect);
    document.addEventListener('visibilitychange', onvisible);
    this.#socket.connect();
    return () => {
      removeEventListener('online', reconnect);
      document.removeEventListener('visibilitychange', onvisible);
      this.#socket.close();
    };
  }

  /** Connect again after a refusal or many failed attempts. */
  restart(): void {
    this.#socket.restart();
  }

  // Requests

  /** Take a seat; `null` takes the first free one. */
  sit(seat: number | null, member = 0): Promise<boolean> {
    return this.#request({ type: 'sit', seat, member });
  }

  leave(): Promise<boolean> {
    return this.#request({ type: 'leave' });
  }

  seatBot(seat: number, level: string | null, member = 0): Promise<boolean> {
    return this.#request({ type: 'seat_bot', seat, level, member });
  }

  ready(): Promise<boolean> {
    return this.#request({ type: 'ready', nonce: randomHex(NONCE_BYTES) });
  }

  rematch(): Promise<boolean> {
    return this.#request({ type: 'rematch' });
  }

  /** Take our seat back from the stand-in bot. */
  returnToSeat(): Promise<boolean> {
    return this.#request({ type: 'return' });
  }

  propose(wish: Propose['wish'], seat: number | null = null): Promise<boolean> {
    return this.#request({ type: 'propose', wish, seat });
  }

  answer(wish: Proposal['wish'], agree: boolean): Promise<boolean> {
    return this.#request({ type: 'answer', wish, agree });
  }

  /** Give up the game; in a team, ask the teammates to. */
  resign(): Promise<boolean> {
    return this.#request({ type: 'resign' });
  }

  resume(): Promise<boolean> {
    return this.#request({ type: 'resume' });
  }

  /** Change the speed of bots, here and at tables to come. */
  setBotPace(pace: BotPace): Promise<boolean> {
    preferences.botPace = pace;
    return this.#request({ type: 'bot_pace', pace });
  }

  /** Let programs take seats, or no longer. */
  allowPrograms(allow: boolean): Promise<boolean> {
    return this.#request({ type: 'allow_programs', allow });
  }

  say(text: string): Promise<boolean> {
    return this.#request({ type: 'say', text });
  }

  react(reaction: Reaction): Promise<boolean> {
    return this.#request({ type: 'react', reaction });
  }

  /** Remove a person from the table, as its host. */
  remove(person: string): Promise<boolean> {
    return this.#request({ type: 'remove', person });
  }

  /** Let a removed person come back. */
  inviteAgain(person: string): Promise<boolean> {
    return this.#request({ type: 'invite_again', person });
  }

  report(number: number, why: string): Promise<boolean> {
    return this.#request({ type: 'report', number, why });
  }

  /** Play a move on the current position. */
  async play(move: string): Promise<void> {
    const { live } = this;
    if (live.busy || !live.position) return;
    live.busy = true;
    try {
      const { version } = live.position;
      const done = await this.#socket.request({ type: 'play', version, move });
      movePlayed(live, done.version);
    } catch (error) {
      live.busy = false;
      this.#report(error);
    }
  }

  /** Ask whether there are hints (`count` 0), or for this many. */
  async fetchHints(count: number): Promise<void> {
    const { live } = this;
    const version = live.position?.version;
    if (version === undefined) return;
    try {
      const { hints, more } = await this.#socket.request({ type: 'hints', count });
      if (live.position?.version === version) live.help = { version, hints, more };
    } catch (error) {
      if (count > 0) this.#report(error);
    }
  }

  /** Show an earlier version; views that we have not received come from the record. */
  async showVersion(version: number): Promise<void> {
    const { live } = this;
    if (live.position?.covered) return;
    live.shown.show(version);
    if (live.shown.isKnown) return;
    try {
      const record = await fetchRecord(this.#id, live.seat);
      live.shown.addViews(viewsOfRecord(record));
      addSteps(live, logOfRecord(record));
    } catch (error) {
      live.shown.toNewest();
      this.#report(error);
    }
  }

  /**
   * Fetch a page of steps that did not fit into the welcome; does nothing while another page is
   * being fetched.
   */
  async fetchEarlier(): Promise<void> {
    const before = this.live.missing;
    if (before === null || this.#fetching) return;
    this.#fetching = true;
    try {
      const request = { type: 'history', before, count: STEPS_PER_PAGE } as const;
      addSteps(this.live, (await this.#socket.request(request)).steps);
    } catch (error) {
      this.#report(error);
    } finally {
      this.#fetching = false;
    }
  }

  /** Fetch steps that did not fit into a welcome or an update, so that the log has no gap. */
  async #fillGap(): Promise<void> {
    const { live } = this;
    const firstKnown = () => live.steps[0]?.version ?? 0;
    let before: number | null = null;
    while (live.missing !== null && live.missing !== before && live.missing > firstKnown()) {
      before = live.missing;
      await this.fetchEarlier();
    }
  }

  async #request<R extends TableRequest>(request: R): Promise<boolean> {
    try {
      await (this.#socket.request(request) as Promise<ResponseTo<R>>);
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  #report(error: unknown): void {
    if (error instanceof ConnectionClosed) return;
    const refused =
      error instanceof RefusedError ? error.refused : { message: UNREACHABLE, rule: null };
    this.#options.onrefused(refused);
  }

  // Messages from the server

  #receive(message: ServerPush): void {
    const { live } = this;
    switch (message.type) {
      case 'welcome':
        applyWelcome(live, message);
        void this.#fillGap();
        this.#followDraft(message.position);
        break;
      case 'table':
        applyTable(live, message);
        break;
      case 'said':
        live.chat.addNew(message);
        if (message.note) this.#options.onnoted?.(message.note);
        break;
      case 'update':
        addSteps(live, message.steps);
        void this.#fillGap();
        applyPosition(live, message.position);
        this.#followDraft(message.position);
        break;
      case 'progress':
        applyProgress(live, message.progress);
        break;
      case 'pong':
        if (message.now !== null) setTableClock(live, message.now);
        break;
      case 'refused':
        this.#options.onrefused(message);
        break;
    }
  }

  /** Follow the stored draft, unless the position is outdated or the board is covered. */
  #followDraft(position: ViewerPosition | null): void {
    if (!position || position !== this.live.position || position.covered) return;
    this.drafts.followServer(position.draft);
  }
}
