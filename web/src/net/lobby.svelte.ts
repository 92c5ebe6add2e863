/** The lobby's live data, received while at least one component listens. */

import type { LobbyChanged, LobbySnapshot, TableCard } from '../wire';
import { lineTo, patience, UNNOTICED } from './reconnect';

/** A hidden tab disconnects after this time, until it is visible again. */
export const HIDDEN_FOR = 60_000;

type Timer = ReturnType<typeof setTimeout>;

export class LobbyLine {
  /** The latest state; `null` before the first message. */
  told = $state.raw<LobbySnapshot | null>(null);
  /** Public tables as everyone sees them; in `latest`, the person's own are replaced. */
  #listed: readonly TableCard[] = [];
  /** Whether the connection is lost; reconnecting continues. */
  lost = $state(false);

  #listeners = 0;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #retry: Timer | undefined;
  #notice: Timer | undefined;
  #rest: Timer | undefined;

  /** Receive updates until the returned function is called. */
  listen(): () => void {
    if (this.#listeners++ === 0) this.#open();
    return () => {
      if (--this.#listeners === 0) this.#close();
    };
  }

  #open(): void {
    addEventListener('online', this.#connect);
    document.addEventListener('visibilitychange', this.#watch);
    this.#connect();
  }

  #close(): void {
    removeEventListener('online', this.#connect);
    document.removeEventListener('visibilitychange', this.#watch);
    clearTimeout(this.#rest);
    clearTimeout(this.#notice);
    this.#attempts = 0;
    this.#drop();
  }

  #watch = (): void => {
    clearTimeout(this.#rest);
    if (document.hidden) this.#rest = setTimeout(() => this.#drop(), HIDDEN_FOR);
    else if (!this.#socket) this.#connect();
  };

  #connect = (): void => {
    this.#drop();
    const socket = new WebSocket(lineTo('/api/lobby/socket?changes=true', location));
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)));
    socket.onclose = ({ code }) => this.#lose(code);
  };

  #hear(told: LobbySnapshot | LobbyChanged): void {
    const before = this.told;
    const next = told.type === 'lobby' ? told : withChanges(this.#listed, before, told);
    this.#listed = next.open;
    const mine = new Map(next.yours.map((table) => [table.id, table]));
    const marked = next.open.map((table) => mine.get(table.id) ?? table);
    this.told = {
      ...next,
      open: steady(before?.open, marked, (table) => table.phase === 'gathering'),
      yours: steady(before?.yours, next.yours, (table) => table.your_turn),
    };
    clearTimeout(this.#notice);
    this.lost = false;
    this.#attempts = 0;
  }

  #lose(code: number): void {
    this.#drop();
    if (this.#attempts++ === 0) {
      this.#notice = setTimeout(() => {
        this.lost = true;
      }, UNNOTICED);
    }
    this.#retry = setTimeout(this.#connect, patience(this.#attempts, code));
  }

  #drop(): void {
    clearTimeout(this.#retry);
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
export function steady(
  before: readonly TableCard[] = [],
  now: readonly TableCard[],
  first: (table: TableCard) => boolean,
): TableCard[] {
  const known = new Set(before.map(({ id }) => id));
  const kept = before.flatMap(({ id }) => now.filter((table) => table.id === id));
  const all = [...kept, ...now.filter(({ id }) => !known.has(id))];
  return [...all.filter(first), ...all.filter((table) => !first(table))];
}

export const lobby = new LobbyLine();
