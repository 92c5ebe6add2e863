import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FIRST_RETRY_MS,
  MAX_RETRY_MS,
  RESTART_RETRY_WITHIN_MS,
  RESTARTING_CODE,
  SHOW_LOST_AFTER_MS,
} from '../../net/reconnect';
import type { FromClient, FromTable, Refused, Welcome } from '../../wire';
import {
  ATTEMPTS_UNTIL_UNREACHABLE,
  type Connection,
  PING_INTERVAL_MS,
  PONG_TIMEOUT_MS,
  RefusedError,
  randomHex,
  TableSocket,
  tableSocketUrl,
  WELCOME_TIMEOUT_MS,
} from './table-socket';

/** The server's end of the socket, controlled by the test. */
class Wire {
  static all: Wire[] = [];
  static get last(): Wire {
    const wire = Wire.all.at(-1);
    if (!wire) throw new Error('nothing has connected');
    return wire;
  }

  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: FromClient[] = [];
  closed = false;

  constructor() {
    Wire.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  says(message: FromTable) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  breaks(code = 1006) {
    this.onclose?.({ code });
  }

  welcomes() {
    this.onopen?.();
    this.says(WELCOME);
  }
}

const WELCOME = { type: 'welcome', steps: [], position: null } as unknown as Welcome;

function refusal(id: string | null): Refused {
  return {
    type: 'refused',
    id,
    error: 'IllegalMove',
    message: { id: 'x', args: {} },
    rule: null,
    offending: [],
  };
}

let states: Connection[];
let pushes: string[];
let delays: number[];
let since: number | null;
let onwelcome: () => void;
let tableSocket: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  states = [];
  pushes = [];
  delays = [];
  since = null;
  onwelcome = () => {};
  tableSocket = new TableSocket({
    url: 'ws://table.test',
    hello: () => ({ type: 'hello', invite: 'secret', since }),
    onpush: (message) => {
      pushes.push(message.type);
      if (message.type === 'welcome') onwelcome();
    },
    onconnection: (connection) => states.push(connection),
    ondelay: (delay) => delays.push(delay),
    socket: Wire as unknown as typeof WebSocket,
    random: () => 1,
  });
  tableSocket.connect();
});

afterEach(() => {
  tableSocket.close();
  vi.useRealTimers();
});

const lastId = () => {
  const message = Wire.last.sent.at(-1);
  return message && 'id' in message ? message.id : '';
};

describe('greeting', () => {
  it('says hello first and is open once welcomed', () => {
    Wire.last.onopen?.();
    expect(Wire.last.sent).toEqual([{ type: 'hello', invite: 'secret', since: null }]);
    expect(tableSocket.connection).toBe('connecting');
    Wire.last.says(WELCOME);
    expect(states).toEqual(['open']);
    expect(pushes).toEqual(['welcome']);
  });

  it('does not reconnect after a refusal until restarted', () => {
    Wire.last.onopen?.();
    Wire.last.says(refusal(null));
    vi.advanceTimersByTime(60_000);
    expect(states).toEqual(['refused']);
    expect(Wire.all).toHaveLength(1);
    tableSocket.restart();
    Wire.last.welcomes();
    expect(states).toEqual(['refused', 'connecting', 'open']);
  });

  it('gives up on a table that does not answer, and tries again', () => {
    Wire.last.onopen?.();
    vi.advanceTimersByTime(WELCOME_TIMEOUT_MS + FIRST_RETRY_MS);
    expect(Wire.all).toHaveLength(2);
    expect(Wire.all[0]?.closed).toBe(true);
  });
});

describe('requests', () => {
  beforeEach(() => Wire.last.welcomes());

  it('are answered by id', async () => {
    const first = tableSocket.request({ type: 'play', version: 3, move: 'stack' });
    const firstId = lastId();
    const second = tableSocket.request({ type: 'hints', count: 1 });
    Wire.last.says({ type: 'hints', id: lastId(), hints: [], more: false });
    Wire.last.says({ type: 'done', id: firstId, version: 4 });
    expect((await first).version).toBe(4);
    expect((await second).hints).toEqual([]);
    expect(pushes).toEqual(['welcome']);
  });

  it('are refused by id', async () => {
    const request = tableSocket.request({ type: 'play', version: 3, move: 'stack' });
    Wire.last.says(refusal(lastId()));
    await expect(request).rejects.toBeInstanceOf(RefusedError);
    expect(tableSocket.connection).toBe('open');
  });

  it('are sent again under the same id after the connection broke', async () => {
    const request = tableSocket.request({ type: 'play', version: 3, move: 'stack' });
    const id = lastId();
    Wire.last.breaks();
    since = 3;
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    Wire.last.welcomes();
    expect(Wire.last.sent).toEqual([
      { type: 'hello', invite: 'secret', since: 3 },
      { type: 'play', version: 3, move: 'stack', id },
    ]);
    Wire.last.says({ type: 'done', id, version: 4 });
    expect((await request).version).toBe(4);
  });

  it('wait while the connection is down and are not sent twice once answered', async () => {
    Wire.last.breaks();
    const request = tableSocket.request({ type: 'leave' });
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    expect(Wire.last.sent).toEqual([]);
    Wire.last.welcomes();
    Wire.last.says({ type: 'done', id: lastId(), version: null });
    await request;
    Wire.last.breaks();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    Wire.last.welcomes();
    expect(Wire.last.sent.map(({ type }) => type)).toEqual(['hello']);
  });

  it('are sent once if the welcome leads to them', () => {
    onwelcome = () => void tableSocket.request({ type: 'draft', draft: 1 }).catch(() => {});
    Wire.last.breaks();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    Wire.last.welcomes();
    expect(Wire.last.sent.map(({ type }) => type)).toEqual(['hello', 'draft']);
  });

  it('fail when the table is left', async () => {
    const request = tableSocket.request({ type: 'leave' });
    tableSocket.close();
    await expect(request).rejects.toThrow();
  });
});

describe('a broken line', () => {
  beforeEach(() => Wire.last.welcomes());

  it('is tried again, at longer and longer intervals up to a limit', () => {
    const waits = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const before = Wire.all.length;
      Wire.last.breaks();
      let waited = 0;
      while (Wire.all.length === before) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits.slice(0, 4)).toEqual([300, 600, 1200, 2400]);
    expect(Math.max(...waits)).toBe(MAX_RETRY_MS);
  });

  it('is called lost at first, and unreachable after many attempts', () => {
    for (let attempt = 0; attempt <= ATTEMPTS_UNTIL_UNREACHABLE; attempt++) {
      Wire.last.breaks();
      vi.advanceTimersByTime(MAX_RETRY_MS);
    }
    expect(states).toEqual(['open', 'interrupted', 'lost', 'unreachable']);
    Wire.last.welcomes();
    expect(states.at(-1)).toBe('open');
  });

  it('is noticed when no pong comes', () => {
    vi.advanceTimersByTime(PING_INTERVAL_MS);
    expect(Wire.last.sent.at(-1)).toEqual({ type: 'ping' });
    vi.advanceTimersByTime(PONG_TIMEOUT_MS + SHOW_LOST_AFTER_MS);
    expect(states).toEqual(['open', 'interrupted', 'lost']);
  });

  it('is not suspected while pongs come', () => {
    for (let beat = 0; beat < 5; beat++) {
      vi.advanceTimersByTime(PING_INTERVAL_MS);
      expect(Wire.last.sent.at(-1)).toEqual({ type: 'ping' });
      Wire.last.says({ type: 'pong', now: 1 });
    }
    expect(states).toEqual(['open']);
    expect(Wire.all).toHaveLength(1);
  });

  it('is measured by its pings', () => {
    vi.advanceTimersByTime(PING_INTERVAL_MS);
    vi.advanceTimersByTime(40);
    Wire.last.says({ type: 'pong', now: 1 });
    expect(delays).toEqual([40]);
  });

  it('is tried at once when the network is back', () => {
    Wire.last.breaks();
    tableSocket.reconnectNow();
    expect(Wire.all).toHaveLength(2);
  });

  it('is tested at once when the reader is back', () => {
    tableSocket.reconnectNow();
    expect(Wire.last.sent.at(-1)).toEqual({ type: 'ping' });
    expect(Wire.all).toHaveLength(1);
  });

  it('does not report a short interruption', () => {
    Wire.last.breaks();
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS - 1);
    Wire.last.welcomes();
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS);
    expect(states).toEqual(['open', 'interrupted', 'open']);
  });

  it('is called lost once that time is over, whatever is being tried', () => {
    Wire.last.breaks();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    Wire.last.breaks();
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS - FIRST_RETRY_MS - 1);
    expect(states.at(-1)).toBe('interrupted');
    vi.advanceTimersByTime(1);
    expect(states.at(-1)).toBe('lost');
  });

  it('is retried soon after a restart, then with backoff', () => {
    Wire.last.breaks(RESTARTING_CODE);
    vi.advanceTimersByTime(RESTART_RETRY_WITHIN_MS);
    expect(Wire.all).toHaveLength(2);
    Wire.last.breaks(RESTARTING_CODE);
    vi.advanceTimersByTime(2 * FIRST_RETRY_MS - 1);
    expect(Wire.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(Wire.all).toHaveLength(3);
  });

  it('stays down once the table was left', () => {
    Wire.last.breaks();
    tableSocket.close();
    vi.advanceTimersByTime(60_000);
    expect(Wire.all).toHaveLength(1);
    expect(states.at(-1)).toBe('closed');
  });
});

it('speaks the page’s own scheme', () => {
  expect(tableSocketUrl('t', { protocol: 'https:', host: 'a.test' })).toBe(
    'wss://a.test/api/tables/t/socket',
  );
  expect(tableSocketUrl('t', { protocol: 'http:', host: 'a.test:1' })).toBe(
    'ws://a.test:1/api/tables/t/socket',
  );
});

it('makes random hexadecimal', () => {
  expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/);
  expect(randomHex(16)).not.toBe(randomHex(16));
});
