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
import { TestSocket } from './test-socket';

const QUIET: LobbySnapshot = { type: 'lobby', open: [], yours: [], recent: [], more: 0 };

function setHidden(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

let lobby: LobbyConnection;
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', TestSocket);
  TestSocket.all = [];
  lobby = new LobbyConnection();
  leave = lobby.listen();
});

afterEach(() => {
  leave();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the lobby', () => {
  it('is updated by every message', () => {
    expect(lobby.latest).toBeNull();
    TestSocket.last.deliver(QUIET);
    expect(lobby.latest).toEqual(QUIET);
    const recent = [{ table: 't' }] as LobbySnapshot['recent'];
    TestSocket.last.deliver({ ...QUIET, recent });
    expect(lobby.latest?.recent).toEqual(recent);
  });

  it('applies only what an update changes', () => {
    const table = (id: string, more: Partial<TableCard> = {}) =>
      ({ id, phase: 'gathering', names: [], seated: false, ...more }) as unknown as TableCard;
    const ids = () => lobby.latest?.open.map(({ id }) => id);
    TestSocket.last.deliver({ ...QUIET, open: [table('a'), table('b'), table('c')] });
    TestSocket.last.deliver({
      type: 'lobby_changed',
      open: [table('b', { names: ['Ada'] }), table('d')],
      closed: ['a'],
      more: 3,
    } as LobbyChanged);
    expect(ids()).toEqual(['b', 'c', 'd']);
    expect(lobby.latest?.open[0]?.names).toEqual(['Ada']);
    expect(lobby.latest?.more).toBe(3);
    TestSocket.last.deliver({
      type: 'lobby_changed',
      yours: [table('c', { seated: true })],
    } as LobbyChanged);
    expect(lobby.latest?.open.map(({ seated }) => seated)).toEqual([false, true, false]);
    TestSocket.last.deliver({ type: 'lobby_changed', yours: [] as TableCard[] } as LobbyChanged);
    expect(lobby.latest?.open.some(({ seated }) => seated)).toBe(false);
    expect(lobby.latest?.more).toBe(3);
    TestSocket.last.deliver({ ...QUIET });
    expect(ids()).toEqual([]);
  });

  it('shares one connection among its listeners until the last has left', () => {
    const second = lobby.listen();
    leave();
    expect(TestSocket.all).toHaveLength(1);
    expect(TestSocket.last.closed).toBe(false);
    second();
    expect(TestSocket.last.closed).toBe(true);
    leave = () => {};
    vi.advanceTimersByTime(DISCONNECT_HIDDEN_AFTER_MS);
    expect(TestSocket.all).toHaveLength(1);
  });

  it('reconnects after a lost connection, and reports it if that takes long', () => {
    TestSocket.last.deliver(QUIET);
    TestSocket.last.drop();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    expect(TestSocket.all).toHaveLength(2);
    expect(lobby.lost).toBe(false);
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS - FIRST_RETRY_MS);
    expect(lobby.lost).toBe(true);
    expect(lobby.latest).toEqual(QUIET);
    TestSocket.last.deliver(QUIET);
    expect(lobby.lost).toBe(false);
  });

  it('reports nothing when it moves to another server', () => {
    TestSocket.last.deliver(QUIET);
    TestSocket.last.drop(RESTARTING_CODE);
    vi.advanceTimersByTime(RESTART_RETRY_WITHIN_MS);
    TestSocket.last.deliver(QUIET);
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS);
    expect(TestSocket.all).toHaveLength(2);
    expect(lobby.lost).toBe(false);
  });

  it('still reports a lost connection when the tab becomes visible again', () => {
    TestSocket.last.drop();
    leave();
    leave = lobby.listen();
    TestSocket.last.drop();
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS);
    expect(lobby.lost).toBe(true);
  });

  it('waits longer between attempts while the server does not answer', () => {
    for (let attempt = 0; attempt < 8; attempt++) {
      TestSocket.last.drop();
      vi.advanceTimersByTime(MAX_RETRY_MS);
    }
    const tried = TestSocket.all.length;
    TestSocket.last.drop();
    vi.advanceTimersByTime(MAX_RETRY_MS / 2 - 1);
    expect(TestSocket.all).toHaveLength(tried);
    vi.advanceTimersByTime(MAX_RETRY_MS);
    expect(TestSocket.all).toHaveLength(tried + 1);
  });

  it('reconnects at once when the network is back', () => {
    TestSocket.last.drop();
    dispatchEvent(new Event('online'));
    expect(TestSocket.all).toHaveLength(2);
  });

  it('disconnects while the page is hidden for long, and reconnects when it is visible', () => {
    setHidden(true);
    vi.advanceTimersByTime(DISCONNECT_HIDDEN_AFTER_MS - 1);
    expect(TestSocket.last.closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(TestSocket.last.closed).toBe(true);
    vi.advanceTimersByTime(10 * MAX_RETRY_MS);
    expect(TestSocket.all).toHaveLength(1);
    setHidden(false);
    expect(TestSocket.all).toHaveLength(2);
  });

  it('stays connected if the page is hidden for a moment', () => {
    setHidden(true);
    setHidden(false);
    vi.advanceTimersByTime(DISCONNECT_HIDDEN_AFTER_MS);
    expect(TestSocket.all).toHaveLength(1);
    expect(TestSocket.last.closed).toBe(false);
  });
});

describe('a list of tables', () => {
  const tables = (ids: string) => [...ids].map((id) => ({ id }) as TableCard);
  const ids = (list: TableCard[]) => list.map(({ id }) => id).join('');
  const nobodyFirst = () => false;

  it('starts in the order of the server', () => {
    expect(ids(keepOrder(undefined, tables('cab'), nobodyFirst))).toBe('cab');
  });

  it('keeps the order of its tables, appends new ones and removes closed ones', () => {
    expect(ids(keepOrder(tables('cab'), tables('nbca'), nobodyFirst))).toBe('cabn');
    expect(ids(keepOrder(tables('cab'), tables('bc'), nobodyFirst))).toBe('cb');
  });

  it('puts preferred tables first', () => {
    expect(ids(keepOrder(tables('cab'), tables('abcn'), ({ id }) => 'bn'.includes(id)))).toBe(
      'bnca',
    );
  });

  it('contains the newest state of each table', () => {
    const [table] = keepOrder(tables('a'), [{ id: 'a', free: 2 } as TableCard], nobodyFirst);
    expect(table?.free).toBe(2);
  });
});

describe('a connection', () => {
  it('uses wss on an https page and ws on an http page', () => {
    expect(socketUrl('/x', { protocol: 'https:', host: 'a.test' })).toBe('wss://a.test/x');
    expect(socketUrl('/x', { protocol: 'http:', host: 'a.test:1' })).toBe('ws://a.test:1/x');
  });

  it('is retried after longer and longer waits, up to a limit, with jitter', () => {
    const waits = [1, 2, 3, 10].map((attempts) => retryDelayMs(attempts, 1006, () => 1));
    expect(waits).toEqual([FIRST_RETRY_MS, 2 * FIRST_RETRY_MS, 4 * FIRST_RETRY_MS, MAX_RETRY_MS]);
    expect(retryDelayMs(3, 1006, () => 0)).toBe(2 * FIRST_RETRY_MS);
  });
});
