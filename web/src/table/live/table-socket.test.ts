import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FIRST_RETRY_MS,
  MAX_RETRY_MS,
  RESTART_RETRY_WITHIN_MS,
  RESTARTING_CODE,
  SHOW_LOST_AFTER_MS,
} from '../../net/reconnect';
import { lastRequestId, TestSocket } from '../../net/test-socket';
import type { Refused, Welcome } from '../../wire';
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

const WELCOME = { type: 'welcome', steps: [], position: null } as unknown as Welcome;

function welcome(): void {
  TestSocket.last.onopen?.();
  TestSocket.last.deliver(WELCOME);
}

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
  TestSocket.all = [];
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
    socket: TestSocket as unknown as typeof WebSocket,
    random: () => 1,
  });
  tableSocket.connect();
});

afterEach(() => {
  tableSocket.close();
  vi.useRealTimers();
});

describe('connecting', () => {
  it('sends a hello first, and is open once the server has sent its welcome', () => {
    TestSocket.last.onopen?.();
    expect(TestSocket.last.sent).toEqual([{ type: 'hello', invite: 'secret', since: null }]);
    expect(tableSocket.connection).toBe('connecting');
    TestSocket.last.deliver(WELCOME);
    expect(states).toEqual(['open']);
    expect(pushes).toEqual(['welcome']);
  });

  it('stops after a refusal until it is restarted', () => {
    TestSocket.last.onopen?.();
    TestSocket.last.deliver(refusal(null));
    vi.advanceTimersByTime(60_000);
    expect(states).toEqual(['refused']);
    expect(TestSocket.all).toHaveLength(1);
    tableSocket.restart();
    welcome();
    expect(states).toEqual(['refused', 'connecting', 'open']);
  });

  it('is tried again if the server does not answer', () => {
    TestSocket.last.onopen?.();
    vi.advanceTimersByTime(WELCOME_TIMEOUT_MS + FIRST_RETRY_MS);
    expect(TestSocket.all).toHaveLength(2);
    expect(TestSocket.all[0]?.closed).toBe(true);
  });
});

describe('requests', () => {
  beforeEach(() => welcome());

  it('are answered by id', async () => {
    const first = tableSocket.request({ type: 'play', version: 3, move: 'stack' });
    const firstId = lastRequestId();
    const second = tableSocket.request({ type: 'hints', count: 1 });
    TestSocket.last.deliver({ type: 'hints', id: lastRequestId(), hints: [], more: false });
    TestSocket.last.deliver({ type: 'done', id: firstId, version: 4 });
    expect((await first).version).toBe(4);
    expect((await second).hints).toEqual([]);
    expect(pushes).toEqual(['welcome']);
  });

  it('are refused by id', async () => {
    const request = tableSocket.request({ type: 'play', version: 3, move: 'stack' });
    TestSocket.last.deliver(refusal(lastRequestId()));
    await expect(request).rejects.toBeInstanceOf(RefusedError);
    expect(tableSocket.connection).toBe('open');
  });

  it('are sent again with the same id after the connection was lost', async () => {
    const request = tableSocket.request({ type: 'play', version: 3, move: 'stack' });
    const id = lastRequestId();
    TestSocket.last.drop();
    since = 3;
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    welcome();
    expect(TestSocket.last.sent).toEqual([
      { type: 'hello', invite: 'secret', since: 3 },
      { type: 'play', version: 3, move: 'stack', id },
    ]);
    TestSocket.last.deliver({ type: 'done', id, version: 4 });
    expect((await request).version).toBe(4);
  });

  it('wait while the connection is down and are not sent twice once answered', async () => {
    TestSocket.last.drop();
    const request = tableSocket.request({ type: 'leave' });
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    expect(TestSocket.last.sent).toEqual([]);
    welcome();
    TestSocket.last.deliver({ type: 'done', id: lastRequestId(), version: null });
    await request;
    TestSocket.last.drop();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    welcome();
    expect(TestSocket.last.sent.map(({ type }) => type)).toEqual(['hello']);
  });

  it('are sent once if they were made in response to the welcome', () => {
    onwelcome = () => void tableSocket.request({ type: 'draft', draft: 1 }).catch(() => {});
    TestSocket.last.drop();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    welcome();
    expect(TestSocket.last.sent.map(({ type }) => type)).toEqual(['hello', 'draft']);
  });

  it('fail when the viewer leaves the table', async () => {
    const request = tableSocket.request({ type: 'leave' });
    tableSocket.close();
    await expect(request).rejects.toThrow();
  });
});

describe('the connection', () => {
  beforeEach(() => welcome());

  it('is retried at longer and longer intervals, up to a limit', () => {
    const waits = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const before = TestSocket.all.length;
      TestSocket.last.drop();
      let waited = 0;
      while (TestSocket.all.length === before) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits.slice(0, 4)).toEqual([300, 600, 1200, 2400]);
    expect(Math.max(...waits)).toBe(MAX_RETRY_MS);
  });

  it('is reported as lost at first, and as unreachable after many attempts', () => {
    for (let attempt = 0; attempt <= ATTEMPTS_UNTIL_UNREACHABLE; attempt++) {
      TestSocket.last.drop();
      vi.advanceTimersByTime(MAX_RETRY_MS);
    }
    expect(states).toEqual(['open', 'interrupted', 'lost', 'unreachable']);
    welcome();
    expect(states.at(-1)).toBe('open');
  });

  it('is reported as lost when no pong arrives', () => {
    vi.advanceTimersByTime(PING_INTERVAL_MS);
    expect(TestSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
    vi.advanceTimersByTime(PONG_TIMEOUT_MS + SHOW_LOST_AFTER_MS);
    expect(states).toEqual(['open', 'interrupted', 'lost']);
  });

  it('stays open while pongs arrive', () => {
    for (let beat = 0; beat < 5; beat++) {
      vi.advanceTimersByTime(PING_INTERVAL_MS);
      expect(TestSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
      TestSocket.last.deliver({ type: 'pong', now: 1 });
    }
    expect(states).toEqual(['open']);
    expect(TestSocket.all).toHaveLength(1);
  });

  it('has its delay measured with pings', () => {
    vi.advanceTimersByTime(PING_INTERVAL_MS);
    vi.advanceTimersByTime(40);
    TestSocket.last.deliver({ type: 'pong', now: 1 });
    expect(delays).toEqual([40]);
  });

  it('is retried at once when the network is back', () => {
    TestSocket.last.drop();
    tableSocket.reconnectNow();
    expect(TestSocket.all).toHaveLength(2);
  });

  it('is tested with a ping when the viewer returns', () => {
    tableSocket.reconnectNow();
    expect(TestSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
    expect(TestSocket.all).toHaveLength(1);
  });

  it('is not reported as lost during a short interruption', () => {
    TestSocket.last.drop();
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS - 1);
    welcome();
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS);
    expect(states).toEqual(['open', 'interrupted', 'open']);
  });

  it('is reported as lost during a longer interruption, even while an attempt is being made', () => {
    TestSocket.last.drop();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    TestSocket.last.drop();
    vi.advanceTimersByTime(SHOW_LOST_AFTER_MS - FIRST_RETRY_MS - 1);
    expect(states.at(-1)).toBe('interrupted');
    vi.advanceTimersByTime(1);
    expect(states.at(-1)).toBe('lost');
  });

  it('is retried soon after a restart of the server, then with backoff', () => {
    TestSocket.last.drop(RESTARTING_CODE);
    vi.advanceTimersByTime(RESTART_RETRY_WITHIN_MS);
    expect(TestSocket.all).toHaveLength(2);
    TestSocket.last.drop(RESTARTING_CODE);
    vi.advanceTimersByTime(2 * FIRST_RETRY_MS - 1);
    expect(TestSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(TestSocket.all).toHaveLength(3);
  });

  it('is not retried after the viewer has left the table', () => {
    TestSocket.last.drop();
    tableSocket.close();
    vi.advanceTimersByTime(60_000);
    expect(TestSocket.all).toHaveLength(1);
    expect(states.at(-1)).toBe('closed');
  });
});

it('the socket uses wss on an https page and ws on an http page', () => {
  expect(tableSocketUrl('t', { protocol: 'https:', host: 'a.test' })).toBe(
    'wss://a.test/api/tables/t/socket',
  );
  expect(tableSocketUrl('t', { protocol: 'http:', host: 'a.test:1' })).toBe(
    'ws://a.test:1/api/tables/t/socket',
  );
});

it('randomHex returns a different hexadecimal number each time', () => {
  expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/);
  expect(randomHex(16)).not.toBe(randomHex(16));
});
