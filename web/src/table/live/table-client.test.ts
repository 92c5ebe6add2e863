// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLanguage } from '../../messages';
import type {
  FromClient,
  FromTable,
  Said,
  SeatMember,
  Step,
  Table,
  ViewerPosition,
  Welcome,
} from '../../wire';
import type { LiveTable } from './live-table.svelte';
import { TableClient } from './table-client';

let sent: FromClient[];
let wire: Wire;

class Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    wire = this;
    sent = [];
  }

  send(text: string) {
    sent.push(JSON.parse(text));
  }

  close() {}

  says(message: FromTable) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const person = (id: string) => ({ id, name: id });
const sitter = (name: string, more: Partial<SeatMember> = {}): SeatMember => ({
  person: person(name),
  bot: null,
  ready: true,
  here: true,
  gone: false,
  forfeited: false,
  vacation: null,
  ...more,
});
const table: Table = {
  id: 't',
  game: 'quatrefoil',
  options: {},
  seats: ['Ada', 'Bo'].map((name) => ({ members: [sitter(name)] })),
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

function position(version: number, more: Partial<ViewerPosition> = {}): ViewerPosition {
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
const steps = (...versions: number[]) => versions.map(step);

function welcome(version: number, known: Step[]): Welcome {
  return {
    type: 'welcome',
    you: person('Ada'),
    seat: 0,
    member: 0,
    table,
    invite: 'secret',
    steps: known,
    position: position(version),
    said: [],
    ending: 'ask',
    resigning: 'lost',
  };
}

function update(version: number, more: Partial<ViewerPosition> = {}): void {
  wire.says({ type: 'update', steps: steps(version), position: position(version, more) });
}

function changes(more: Partial<Table>): void {
  wire.says({
    type: 'table',
    table: { ...table, ...more },
    seat: 0,
    member: 0,
    ending: 'ask',
    resigning: 'lost',
  });
}

let client: TableClient;
let live: LiveTable;
let leave: () => void;
let refusals: string[];
let notes: string[];

beforeAll(() => loadLanguage('en'));

beforeEach(() => {
  vi.useFakeTimers();
  refusals = [];
  notes = [];
  client = new TableClient('t', 'secret', {
    url: 'ws://table.test',
    socket: Wire as unknown as typeof WebSocket,
    onrefused: ({ message }) => refusals.push(message.id),
    onnoted: ({ id }) => notes.push(id),
  });
  live = client.live;
  leave = client.open();
  wire.onopen?.();
  wire.says(welcome(2, steps(0, 1, 2)));
});

afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('arriving', () => {
  it('knows who is there and where the game stands', () => {
    expect(live.connection).toBe('open');
    expect(live.names).toEqual(['Ada', 'Bo']);
    expect([live.shown.version, live.shown.view]).toEqual([2, 'view 2']);
    expect(live.steps).toHaveLength(3);
    expect(live.isMyTurn).toBe(true);
  });

  it('asks after a break only for what it missed, and keeps the rest', () => {
    wire.onclose?.({ code: 1006 });
    expect(live.connection).toBe('interrupted');
    vi.advanceTimersByTime(300);
    wire.onopen?.();
    expect(sent).toEqual([{ type: 'hello', invite: 'secret', since: 2 }]);
    wire.says(welcome(4, steps(3, 4)));
    expect(live.steps.map(({ version }) => version)).toEqual([0, 1, 2, 3, 4]);
    expect(live.shown.view).toBe('view 4');
  });
});

describe('a log that did not fit into the welcome', () => {
  const answer = (...versions: number[]) => {
    const request = sent.at(-1);
    if (request?.type !== 'history') throw new Error('no earlier steps were requested');
    wire.says({ type: 'history', id: request.id, steps: steps(...versions) });
    return request;
  };

  it('is fetched page by page, on demand', async () => {
    leave();
    client = new TableClient('t', 'secret', {
      url: 'ws://table.test',
      socket: Wire as unknown as typeof WebSocket,
      onrefused: () => {},
    });
    live = client.live;
    leave = client.open();
    wire.onopen?.();
    wire.says(welcome(6, steps(5, 6)));
    expect(live.missing).toBe(5);
    expect(sent.filter(({ type }) => type === 'history')).toHaveLength(0);
    const fetching = client.fetchEarlier();
    void client.fetchEarlier();
    expect(sent.filter(({ type }) => type === 'history')).toHaveLength(1);
    expect(answer(2, 3, 4)).toMatchObject({ before: 5 });
    await fetching;
    const rest = client.fetchEarlier();
    expect(answer(0, 1)).toMatchObject({ before: 2 });
    await rest;
    expect(live.missing).toBeNull();
    expect(live.steps.map(({ version }) => version)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('has no hole in the middle after a break', async () => {
    wire.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(300);
    wire.onopen?.();
    wire.says(welcome(9, steps(8, 9)));
    expect(answer(5, 6, 7)).toMatchObject({ before: 8 });
    await vi.advanceTimersByTimeAsync(0);
    expect(answer(3, 4)).toMatchObject({ before: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(live.steps).toHaveLength(10);
    expect(live.missing).toBeNull();
  });

  it('has no hole in the middle after an update that lacks steps', async () => {
    wire.says({ type: 'update', steps: steps(8, 9), position: position(9) });
    expect(live.position?.version).toBe(9);
    expect(answer(5, 6, 7)).toMatchObject({ before: 8 });
    await vi.advanceTimersByTimeAsync(0);
    expect(answer(3, 4)).toMatchObject({ before: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(live.steps).toHaveLength(10);
    expect(live.missing).toBeNull();
  });
});

describe('following', () => {
  it('shows what happens, and forgets nothing of it', () => {
    update(3);
    update(4);
    expect([live.shown.version, live.shown.view]).toEqual([4, 'view 4']);
    live.shown.show(3);
    expect(live.shown.view).toBe('view 3');
    expect(live.steps).toHaveLength(5);
  });

  it('keeps showing an earlier version', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(RECORD)));
    await client.showVersion(1);
    expect(live.shown.view).toBe('recorded 1');
    update(3);
    expect([live.shown.rewound, live.shown.view]).toEqual([true, 'recorded 1']);
    live.shown.toNewest();
    expect(live.shown.view).toBe('view 3');
  });

  it('comes back to the present when the past cannot be had', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError()));
    await client.showVersion(0);
    expect(live.shown.rewound).toBe(false);
    expect(refusals).toEqual(['page.error.unreachable']);
  });

  it('counts the time by the table’s clock', () => {
    const here = performance.now();
    expect(live.remaining(32_000, here)).toBeCloseTo(30_000, -2);
    expect(live.remaining(32_000, here + 10_000)).toBeCloseTo(20_000, -2);
    expect(live.remaining(32_000, here + 99_000)).toBe(0);
  });

  it('counts no time in a pause', () => {
    changes({ paused: true });
    wire.says({ type: 'update', steps: [], position: position(2, { now: 9000 }) });
    expect(live.remaining(32_000, performance.now() + 99_000)).toBe(23_000);
    changes({ paused: false });
    expect(live.remaining(32_000, performance.now() + 10_000)).toBeCloseTo(13_000, -2);
  });

  it('knows when bots take the free seats', () => {
    expect(live.fillsAt).toBeNull();
    changes({ fills: 12_000 });
    expect(live.fillsAt).toBeCloseTo(performance.now() + 12_000, -2);
  });

  it('has no turn while a bot plays in one’s stead', () => {
    expect([live.isMyTurn, live.hasStandIn]).toEqual([true, false]);
    changes({ seats: [{ members: [sitter('Ada', { bot: 'easy' })] }] });
    expect([live.isMyTurn, live.hasStandIn]).toEqual([false, true]);
  });

  it('passes on what the table notes as it happens', () => {
    const note: Said = {
      type: 'said',
      number: 0,
      at: 0,
      person: null,
      text: '',
      note: { id: 'table.note.paused', args: { name: 'Bo' } },
      reaction: null,
    };
    wire.says(note);
    expect(notes).toEqual(['table.note.paused']);
    expect(live.chat.shown).toHaveLength(1);
  });
});

const RECORD = {
  whole: false,
  steps: [0, 1, 2].map((version) => ({ at: 0, scene: [[[], `recorded ${version}`]] })),
};

const lastId = () => {
  const message = sent.at(-1);
  return message && 'id' in message ? message.id : '';
};

describe('moving', () => {
  it('is busy until the board shows the move', async () => {
    const played = client.play('stack');
    expect(sent.at(-1)).toMatchObject({ type: 'play', version: 2, move: 'stack' });
    expect(live.busy).toBe(true);
    wire.says({ type: 'done', id: lastId(), version: 3 });
    await played;
    expect(live.busy).toBe(true);
    update(3);
    expect(live.busy).toBe(false);
  });

  it('sends no second move while one is on its way', () => {
    void client.play('stack');
    const before = sent.length;
    void client.play('stack');
    expect(sent).toHaveLength(before);
  });

  it('tells of a refusal and lets one try again', async () => {
    const played = client.play('stack');
    wire.says({
      type: 'refused',
      id: lastId(),
      error: 'IllegalMove',
      message: { id: 'no', args: {} },
      rule: null,
      offending: [],
    });
    await played;
    expect(refusals).toEqual(['no']);
    expect(live.busy).toBe(false);
  });
});

describe('help', () => {
  it('is for one position', async () => {
    const request = client.fetchHints(1);
    const hint = { message: { id: 'h', args: {} }, move: null };
    wire.says({ type: 'hints', id: lastId(), hints: [hint], more: true });
    await request;
    expect(live.help).toMatchObject({ version: 2, more: true });
    update(3);
    expect(live.help).toBeNull();
  });
});

describe('a pause that hides the game', () => {
  const covered = { covered: true, view: null, draft: null };

  it('leaves the board as it was behind its cover', () => {
    client.drafts.change('half made');
    wire.says({ type: 'update', steps: [], position: position(2, covered) });
    expect(live.position?.covered).toBe(true);
    expect(live.shown.view).toBe('view 2');
    expect(client.drafts.draft).toBe('half made');
  });

  it('shows no past either', async () => {
    update(3);
    await client.showVersion(2);
    expect(live.shown.rewound).toBe(true);
    wire.says({ type: 'update', steps: [], position: position(3, covered) });
    expect(live.shown.rewound).toBe(false);
    await client.showVersion(2);
    expect(live.shown.rewound).toBe(false);
  });

  it('shows the game again afterwards, also to who came meanwhile', () => {
    wire.says({ ...welcome(2, []), position: position(2, covered) });
    wire.says({ type: 'update', steps: steps(0, 1, 2), position: position(2) });
    expect(live.position?.covered).toBe(false);
    expect(live.shown.view).toBe('view 2');
    expect(live.steps.map(({ version }) => version)).toEqual([0, 1, 2]);
  });
});
