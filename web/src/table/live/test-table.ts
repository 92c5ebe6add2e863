/** For tests: a table of Ada and Bo as its server describes it, and a client of Ada's at it. */
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { loadLanguage } from '../../messages';
import { TestSocket } from '../../net/test-socket';
import type { SeatMember, Step, Table, ViewerPosition, Welcome } from '../../wire';
import { TableClient } from './table-client';

const person = (id: string) => ({ id, name: id });

export const member = (name: string, more: Partial<SeatMember> = {}): SeatMember => ({
  person: person(name),
  bot: null,
  ready: true,
  here: true,
  gone: false,
  forfeited: false,
  vacation: null,
  ...more,
});

const TABLE: Table = {
  id: 't',
  game: 'quatrefoil',
  options: {},
  seats: ['Ada', 'Bo'].map((name) => ({ members: [member(name)] })),
  host: person('Ada'),
  phase: 'playing',
  commitment: '',
  watching: 0,
  rematch: null,
  open: false,
  pace: null,
  total: null,
  fills: null,
  deal: 'fresh',
  origin: null,
  paused: false,
  proposal: null,
  quiet: false,
  rated: false,
  can_pause: true,
  outcome: null,
  bot_pace: 'normal',
  programs: false,
  removed: [],
  starts_by: null,
};

export function position(version: number, more: Partial<ViewerPosition> = {}): ViewerPosition {
  return {
    version,
    now: 1000 * version,
    view: `view ${version}`,
    active: [0],
    awaited: [0],
    member: null,
    moves: [],
    all_moves: true,
    deadline: null,
    progress: {},
    draft: null,
    drafts: {},
    outcome: null,
    limits: {},
    clocks: {},
    can_take_back: false,
    covered: false,
    ...more,
  };
}

const step = (version: number): Step => ({
  version,
  at: 0,
  seat: 1,
  move: 'x',
  events: [],
  back: null,
});
export const steps = (...versions: number[]) => versions.map(step);

export function welcome(version: number, known: Step[]): Welcome {
  return {
    type: 'welcome',
    you: person('Ada'),
    seat: 0,
    member: 0,
    table: TABLE,
    invite: 'secret',
    steps: known,
    position: position(version),
    said: [],
    ending: 'ask',
    resigning: 'lost',
  };
}

/** What the client has connected with, and what it has called back. */
interface Connected {
  client: TableClient;
  live: TableClient['live'];
  refusals: string[];
  notes: string[];
}

let leave: () => void = () => {};

/** Prepare the tests of a file. */
export function setUpTableTests(): void {
  beforeAll(() => loadLanguage('en'));
  beforeEach(() => {
    vi.useFakeTimers();
    TestSocket.all = [];
  });
  afterEach(() => {
    leave();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** Connect a client, which the server welcomes. */
export function connect(first: Welcome = welcome(2, steps(0, 1, 2))): Connected {
  const refusals: string[] = [];
  const notes: string[] = [];
  const client = new TableClient('t', 'secret', {
    url: 'ws://table.test',
    socket: TestSocket as unknown as typeof WebSocket,
    onrefused: ({ message }) => refusals.push(message.id),
    onnoted: ({ id }) => notes.push(id),
  });
  leave = client.open();
  TestSocket.last.onopen?.();
  TestSocket.last.deliver(first);
  return { client, live: client.live, refusals, notes };
}

/** Break the connection, and wait until the client has connected again. */
export function reconnect(): void {
  TestSocket.last.drop();
  vi.advanceTimersByTime(300);
  TestSocket.last.onopen?.();
}

/** Let a new version of the game arrive. */
export function update(version: number, more: Partial<ViewerPosition> = {}): void {
  TestSocket.last.deliver({
    type: 'update',
    steps: steps(version),
    position: position(version, more),
  });
}

/** Let another position of the same version arrive. */
export function reposition(version: number, more: Partial<ViewerPosition>): void {
  TestSocket.last.deliver({ type: 'update', steps: [], position: position(version, more) });
}

/** Let a change of the table arrive. */
export function changeTable(more: Partial<Table>): void {
  TestSocket.last.deliver({
    type: 'table',
    table: { ...TABLE, ...more },
    seat: 0,
    member: 0,
    ending: 'ask',
    resigning: 'lost',
  });
}
