// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LobbyChanged, LobbySnapshot, TableCard } from '../wire';
import { HIDDEN_FOR, LobbyLine, steady } from './lobby.svelte';
import {
  COME_BACK_WITHIN,
  FIRST_WAIT,
  LONGEST_WAIT,
  lineTo,
  patience,
  RESTARTING,
  UNNOTICED,
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

  says(told: LobbySnapshot | LobbyChanged) {
    this.onmessage?.({ data: JSON.stringify(told) });
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

let line: LobbyLine;
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  Wire.all = [];
  line = new LobbyLine();
  leave = line.listen();
});

afterEach(() => {
  leave();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the lobby', () => {
  it('is told, again and again', () => {
    expect(line.told).toBeNull();
    Wire.last.says(QUIET);
    expect(line.told).toEqual(QUIET);
    const recent = [{ table: 't' }] as LobbySnapshot['recent'];
    Wire.last.says({ ...QUIET, recent });
    expect(line.told?.recent).toEqual(recent);
  });

  it('takes over what has changed, and nothing else', () => {
    const table = (id: string, more: Partial<TableCard> = {}) =>
      ({ id, phase: 'gathering', names: [], seated: false, ...more }) as unknown as TableCard;
    const ids = () => line.told?.open.map(({ id }) => id);
    Wire.last.says({ ...QUIET, open: [table('a'), table('b'), table('c')] });
    Wire.last.says({
      type: 'lobby_changed',
      open: [table('b', { names: ['Ada'] }), table('d')],
      closed: ['a'],
      more: 3,
    } as LobbyChanged);
    expect(ids()).toEqual(['b', 'c', 'd']);
    expect(line.told?.open[0]?.names).toEqual(['Ada']);
    expect(line.told?.more).toBe(3);
    Wire.last.says({
      type: 'lobby_changed',
      yours: [table('c', { seated: true })],
    } as LobbyChanged);
    expect(line.told?.open.map(({ seated }) => seated)).toEqual([false, true, false]);
    Wire.last.says({ type: 'lobby_changed', yours: [] as TableCard[] } as LobbyChanged);
    expect(line.told?.open.some(({ seated }) => seated)).toBe(false);
    expect(line.told?.more).toBe(3);
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
    vi.advanceTimersByTime(HIDDEN_FOR);
    expect(Wire.all).toHaveLength(1);
  });

  it('connects again after the line broke, and says so if that takes long', () => {
    Wire.last.says(QUIET);
    Wire.last.breaks();
    vi.advanceTimersByTime(FIRST_WAIT);
    expect(Wire.all).toHaveLength(2);
    expect(line.lost).toBe(false);
    vi.advanceTimersByTime(UNNOTICED - FIRST_WAIT);
    expect(line.lost).toBe(true);
    expect(line.told).toEqual(QUIET);
    Wire.last.says(QUIET);
    expect(line.lost).toBe(false);
  });

  it('moves to another server without a word', () => {
    Wire.last.says(QUIET);
    Wire.last.breaks(RESTARTING);
    vi.advanceTimersByTime(COME_BACK_WITHIN);
    Wire.last.says(QUIET);
    vi.advanceTimersByTime(UNNOTICED);
    expect(Wire.all).toHaveLength(2);
    expect(line.lost).toBe(false);
  });

  it('says that the line is lost to whoever comes back, too', () => {
    Wire.last.breaks();
    leave();
    leave = line.listen();
    Wire.last.breaks();
    vi.advanceTimersByTime(UNNOTICED);
    expect(line.lost).toBe(true);
  });

  it('tries less and less often where nobody answers', () => {
    for (let attempt = 0; attempt < 8; attempt++) {
      Wire.last.breaks();
      vi.advanceTimersByTime(LONGEST_WAIT);
    }
    const tried = Wire.all.length;
    Wire.last.breaks();
    vi.advanceTimersByTime(LONGEST_WAIT / 2 - 1);
    expect(Wire.all).toHaveLength(tried);
    vi.advanceTimersByTime(LONGEST_WAIT);
    expect(Wire.all).toHaveLength(tried + 1);
  });

  it('tries at once when the network is back', () => {
    Wire.last.breaks();
    dispatchEvent(new Event('online'));
    expect(Wire.all).toHaveLength(2);
  });

  it('rests while the page is hidden for long, and is back when it is seen', () => {
    look(true);
    vi.advanceTimersByTime(HIDDEN_FOR - 1);
    expect(Wire.last.closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(Wire.last.closed).toBe(true);
    vi.advanceTimersByTime(10 * LONGEST_WAIT);
    expect(Wire.all).toHaveLength(1);
    look(false);
    expect(Wire.all).toHaveLength(2);
  });

  it('keeps its line where the page is hidden for a moment', () => {
    look(true);
    look(false);
    vi.advanceTimersByTime(HIDDEN_FOR);
    expect(Wire.all).toHaveLength(1);
    expect(Wire.last.closed).toBe(false);
  });
});

describe('a list that changes', () => {
  const tables = (ids: string) => [...ids].map((id) => ({ id }) as TableCard);
  const ids = (list: TableCard[]) => list.map(({ id }) => id).join('');
  const nobodyFirst = () => false;

  it('begins as it is told', () => {
    expect(ids(steady(undefined, tables('cab'), nobodyFirst))).toBe('cab');
  });

  it('keeps everything in its place; what is new comes last, what is gone goes', () => {
    expect(ids(steady(tables('cab'), tables('nbca'), nobodyFirst))).toBe('cabn');
    expect(ids(steady(tables('cab'), tables('bc'), nobodyFirst))).toBe('cb');
  });

  it('has what matters most in front', () => {
    expect(ids(steady(tables('cab'), tables('abcn'), ({ id }) => 'bn'.includes(id)))).toBe('bnca');
  });

  it('tells the newest of each', () => {
    const [table] = steady(tables('a'), [{ id: 'a', free: 2 } as TableCard], nobodyFirst);
    expect(table?.free).toBe(2);
  });
});

describe('a line', () => {
  it('speaks the page’s own scheme', () => {
    expect(lineTo('/x', { protocol: 'https:', host: 'a.test' })).toBe('wss://a.test/x');
    expect(lineTo('/x', { protocol: 'http:', host: 'a.test:1' })).toBe('ws://a.test:1/x');
  });

  it('has more patience each time, up to a limit, and never the same as others', () => {
    const waits = [1, 2, 3, 10].map((attempts) => patience(attempts, 1006, () => 1));
    expect(waits).toEqual([FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT, LONGEST_WAIT]);
    expect(patience(3, 1006, () => 0)).toBe(2 * FIRST_WAIT);
  });
});
