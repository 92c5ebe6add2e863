/** The lobby's live data, received while at least one component listens. */

import { readStored, store } from '../app/storage';
import type { LobbyChanged, LobbySnapshot, Seek, SeekUpdate, TableCard } from '../wire';
import { retryDelayMs, SHOW_LOST_AFTER_MS, socketUrl } from './reconnect';

/** A hidden tab disconnects after this time, until it is visible again. */
export const DISCONNECT_HIDDEN_AFTER_MS = 60_000;

/** Remembers, for all tabs, that the person is looking for a game. */
const SEARCH_KEY = 'quincunx.search';

type Timer = ReturnType<typeof setTimeout>;

export class LobbyConnection {
  /** The latest state; `null` before the first message. */
  latest = $state.raw<LobbySnapshot | null>(null);
  /** Public tables as everyone sees them; in `latest`, the person's own are replaced. */
  #publicTables: readonly TableCard[] = [];
  /** Whether the connection is lost; reconnecting continues. */
  lost = $state(false);
  /** How the person's search for a rated game stands; `null` without one. */
  seek = $state.raw<Seek | null>(null);
  /** When that was received, on the monotonic clock. */
  seekAt = 0;
  /** Whether there is a search, as far as any tab knows: the socket then stays open. */
  isSearching = $state(readStored(SEARCH_KEY) !== null);
  /** Whether a component listens, so that `latest` is up to date. */
  isListening = $state(false);

  readonly #path: string;
  #listeners = 0;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #retryTimer: Timer | undefined;
  #lostTimer: Timer | undefined;
  #hiddenTimer: Timer | undefined;

  constructor(path = '/api/lobby/socket?changes=true&seeks=true') {
    this.#path = path;
  }

  /** Receive updates until the returned function is called. */
  listen(): () => void {
    if (this.#listeners++ === 0) this.#open();
    return () => {
      if (--this.#listeners === 0) this.#close();
    };
  }

  /** Show how the search stands. */
  showSeek(seek: Seek | null): void {
    this.seekAt = performance.now();
    this.seek = seek;
    this.isSearching = seek !== null;
    store(SEARCH_KEY, seek && '1');
  }

  /** Follow what another tab has noted about the search. */
  followSearch = ({ key, newValue }: StorageEvent): void => {
    if (key === SEARCH_KEY && newValue) this.isSearching = true;
  };

  #open(): void {
    this.isListening = true;
    addEventListener('online', this.#connect);
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    this.#connect();
  }

  #close(): void {
    this.isListening = false;
    removeEventListener('online', this.#connect);
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    clearTimeout(this.#hiddenTimer);
    clearTimeout(this.#lostTimer);
    this.#attempts = 0;
    this.#closeSocket();
  }

  #onVisibilityChange = (): void => {
    clearTimeout(this.#hiddenTimer);
    if (document.hidden)
      this.#hiddenTimer = setTimeout(() => this.#rest(), DISCONNECT_HIDDEN_AFTER_MS);
    else if (!this.#socket) this.#connect();
  };

  #rest(): void {
    if (!this.isSearching) this.#closeSocket();
  }

  #connect = (): void => {
    this.#closeSocket();
    const socket = new WebSocket(socketUrl(this.#path, location));
    this.#socket = socket;
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)));
    socket.onclose = ({ code }) => this.#onDisconnect(code);
  };

  #receive(latest: LobbySnapshot | LobbyChanged | SeekUpdate): void {
    if (latest.type === 'seek') {
      this.showSeek(latest.seek);
      return;
    }
    const before = this.latest;
    const next = latest.type === 'lobby' ? latest : withChanges(this.#publicTables, before, latest);
    this.#publicTables = next.open;
    const mine = new Map(next.yours.map((table) => [table.id, table]));
    const marked = next.open.map((table) => mine.get(table.id) ?? table);
    this.latest = {
      ...next,
      open: keepOrder(before?.open, marked, (table) => table.phase === 'gathering'),
      yours: keepOrder(before?.yours, next.yours, (table) => table.your_turn),
    };
    clearTimeout(this.#lostTimer);
    this.lost = false;
    this.#attempts = 0;
  }

  #onDisconnect(code: number): void {
    this.#closeSocket();
    if (this.#attempts++ === 0) {
      this.#lostTimer = setTimeout(() => {
        this.lost = true;
      }, SHOW_LOST_AFTER_MS);
    }
    this.#retryTimer = setTimeout(this.#connect, retryDelayMs(this.#attempts, code));
  }

  #closeSocket(): void {
    clearTimeout(this.#retryTimer);
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

/** Apply a change message to the whole lobby. */
function withChanges(
  open: readonly TableCard[],
  before: LobbySnapshot | null,
  { open: changed = [], closed = [], yours, recent, more }: LobbyChanged,
): LobbySnapshot {
  const tables = new Map([...open, ...changed].map((table) => [table.id, table]));
  for (const id of closed) tables.delete(id);
  return {
    type: 'lobby',
    open: [...tables.values()],
    yours: yours ?? before?.yours ?? [],
    recent: recent ?? before?.recent ?? [],
    more: more ?? before?.more ?? 0,
  };
}

/**
 * Order a list that changes while it is read: existing entries keep their places, new ones come
 * last.
 */
export function keepOrder(
  before: readonly TableCard[] = [],
  now: readonly TableCard[],
  first: (table: TableCard) => boolean,
): TableCard[] {
  const known = new Set(before.map(({ id }) => id));
  const kept = before.flatMap(({ id }) => now.filter((table) => table.id === id));
  const all = [...kept, ...now.filter(({ id }) => !known.has(id))];
  return [...all.filter(first), ...all.filter((table) => !first(table))];
}

export const lobby = new LobbyConnection();
