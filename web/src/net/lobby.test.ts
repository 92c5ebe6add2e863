// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LobbyChanged, LobbySnapshot, TableCard } from '../wire';
import { DISCONNECT_HIDDEN_AFTER_MS, keepOrder, LobbyConnection } from './lobby.svelte';
import {
  FIRST_RETRY_MS,
  MAX_RETRY_MS,
  RESTART_RETRY_WITHIN_MS,
  RESTARTING_CODE,
  retryDelayMs,
  SHOW_LOST_AFTER_MS,
  socketUrl,
} from './reconnect';

/** The server's end of the socket, controlled by the test. */
class Wire {
  static all: Wire[] = [];
  static get last(): Wire {
    const wire = Wire.all.at(-1);
    if (!wire) throw new Error('nothing has connected');
    return wire;
  }

  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  closed = false;

  constructor() {
    Wire.all.push(this);
  }

  close() {
    this.closed = true;
  }

  says(latest: LobbySnapshot | LobbyChanged) {
    this.onmessage?.({ data: JSON.stringify(latest) });
  }

  breaks(code = 1006) {
    this.onclose?.({ code });
  }
}

const QUIET: LobbySnapshot = { type: 'lobby', open: [], yours: [], recent: [], more: 0 };

function look(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

let line: LobbyConnection;
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  Wire.all = [];
  line = new LobbyConnection();
  leave = line.listen();
});

afterEach(() => {
  leave();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the lobby', () => {
  it('is updated by every message', () => {
    expect(line.latest).toBeNull();
    Wire.last.says(QUIET);
    expect(line.latest).toEqual(QUIET);
    const recent = [{ table: 't' }] as LobbySnapshot['recent'];
    Wire.last.says({ ...QUIET, recent });
    expect(line.latest?.recent).toEqual(recent);
  });

  it('takes over what has changed, and nothing else', () => {
    const table = (id: string, more: Partial<TableCard> = {}) =>
      ({ id, phase: 'gathering', names: [], seated: false, ...more }) as unknown as TableCard;
    const ids = () => line.latest?.open.map(({ id }) => id);
    Wire.last.says({ ...QUIET, open: [table('a'), table('b'), table('c')] });
    Wire.last.says({
      type: 'lobby_changed',
      open: [table('b', { names: ['Ada'] }), table('d')],
      closed: ['a'],
      more: 3,
    } as LobbyChanged);
    expect(ids()).toEqual(['b', 'c', 'd']);
    expect(line.latest?.open[0]?.names).toEqual(['Ada']);
    expect(line.latest?.more).toBe(3);
    Wire.last.says({
      type: 'lobby_changed',
      yours: [table('c', { seated: true })],
    } as LobbyChanged);
    expect(line.latest?.open.map(({ seated }) => seated)).toEqual([false, true, false]);
    Wire.last.says({ type: 'lobby_changed', yours: [] as TableCard[] } as LobbyChanged);
    expect(line.latest?.open.some(({ seated }) => seated)).toBe(false);
    expect(line.latest?.more).toBe(3);
    Wire.last.says({ ...QUIET });
    expect(ids()).toEqual([]);
  });

  it('has one line for all who listen, until the last has left', () => {
    const second = line.listen();
    leave();
    expect(Wire.all).toHaveLength(1);
    expect(Wire.last.closed).toBe(false);
    second();
    expect(Wire.last.closed).toBe(true);
    leave = () => {};
    vi.advanceTimersByTime(DISCONNECT_HIDDEN_AFTER_MS);
    expect(Wire.all).toHaveLength(1);
  });

  it('connects again after the line broke, and says so if that takes long', () => {
    Wire.last.says(QUIET);
    Wire.last.breaks();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    expect(Wire.all).toHaveLength(2);
    expect(line.lost).toBe(false);
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS - FIRST_RETRY_MS);
    expect(line.lost).toBe(true);
    expect(line.latest).toEqual(QUIET);
    Wire.last.says(QUIET);
    expect(line.lost).toBe(false);
  });

  it('moves to another server without a word', () => {
    Wire.last.says(QUIET);
    Wire.last.breaks(RESTARTING_CODE);
    vi.advanceTimersByTime(RESTART_RETRY_WITHIN_MS);
    Wire.last.says(QUIET);
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS);
    expect(Wire.all).toHaveLength(2);
    expect(line.lost).toBe(false);
  });

  it('still reports a lost connection when the tab becomes visible again', () => {
    Wire.last.breaks();
    leave();
    leave = line.listen();
    Wire.last.breaks();
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS);
    expect(line.lost).toBe(true);
  });

  it('backs off while the server does not answer', () => {
    for (let attempt = 0; attempt < 8; attempt++) {
      Wire.last.breaks();
      vi.advanceTimersByTime(MAX_RETRY_MS);
    }
    const tried = Wire.all.length;
    Wire.last.breaks();
    vi.advanceTimersByTime(MAX_RETRY_MS / 2 - 1);
    expect(Wire.all).toHaveLength(tried);
    vi.advanceTimersByTime(MAX_RETRY_MS);
    expect(Wire.all).toHaveLength(tried + 1);
  });

  it('tries at once when the network is back', () => {
    Wire.last.breaks();
    dispatchEvent(new Event('online'));
    expect(Wire.all).toHaveLength(2);
  });

  it('rests while the page is hidden for long, and is back when it is seen', () => {
    look(true);
    vi.advanceTimersByTime(DISCONNECT_HIDDEN_AFTER_MS - 1);
    expect(Wire.last.closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(Wire.last.closed).toBe(true);
    vi.advanceTimersByTime(10 * MAX_RETRY_MS);
    expect(Wire.all).toHaveLength(1);
    look(false);
    expect(Wire.all).toHaveLength(2);
  });

  it('keeps its line where the page is hidden for a moment', () => {
    look(true);
    look(false);
    vi.advanceTimersByTime(DISCONNECT_HIDDEN_AFTER_MS);
    expect(Wire.all).toHaveLength(1);
    expect(Wire.last.closed).toBe(false);
  });
});

describe('a list that changes', () => {
  const tables = (ids: string) => [...ids].map((id) => ({ id }) as TableCard);
  const ids = (list: TableCard[]) => list.map(({ id }) => id).join('');
  const nobodyFirst = () => false;

  it('starts in the order of the server', () => {
    expect(ids(keepOrder(undefined, tables('cab'), nobodyFirst))).toBe('cab');
  });

  it('keeps everything in its place; what is new comes last, what is gone goes', () => {
    expect(ids(keepOrder(tables('cab'), tables('nbca'), nobodyFirst))).toBe('cabn');
    expect(ids(keepOrder(tables('cab'), tables('bc'), nobodyFirst))).toBe('cb');
  });

  it('has what matters most in front', () => {
    expect(ids(keepOrder(tables('cab'), tables('abcn'), ({ id }) => 'bn'.includes(id)))).toBe(
      'bnca',
    );
  });

  it('tells the newest of each', () => {
    const [table] = keepOrder(tables('a'), [{ id: 'a', free: 2 } as TableCard], nobodyFirst);
    expect(table?.free).toBe(2);
  });
});

describe('a line', () => {
  it('speaks the page’s own scheme', () => {
    expect(socketUrl('/x', { protocol: 'https:', host: 'a.test' })).toBe('wss://a.test/x');
    expect(socketUrl('/x', { protocol: 'http:', host: 'a.test:1' })).toBe('ws://a.test:1/x');
  });

  it('waits longer each time, up to a limit, with jitter', () => {
    const waits = [1, 2, 3, 10].map((attempts) => retryDelayMs(attempts, 1006, () => 1));
    expect(waits).toEqual([FIRST_RETRY_MS, 2 * FIRST_RETRY_MS, 4 * FIRST_RETRY_MS, MAX_RETRY_MS]);
    expect(retryDelayMs(3, 1006, () => 0)).toBe(2 * FIRST_RETRY_MS);
  });
});
