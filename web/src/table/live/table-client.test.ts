// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { lastRequestId, TestSocket } from '../../net/test-socket';
import type { Said } from '../../wire';
import {
  changeTable,
  connect,
  member,
  reposition,
  setUpTableTests,
  steps,
  update,
  welcome,
} from './test-table';

setUpTableTests();

describe('connecting', () => {
  it('loads the names, the steps and the current position', () => {
    const { live } = connect();
    expect(live.connection).toBe('open');
    expect(live.names).toEqual(['Ada', 'Bo']);
    expect([live.shown.version, live.shown.view]).toEqual([2, 'view 2']);
    expect(live.steps).toHaveLength(3);
    expect(live.isMyTurn).toBe(true);
  });

  it('requests only the missed steps after a reconnection, and keeps the others', () => {
    const { live } = connect();
    TestSocket.last.drop();
    expect(live.connection).toBe('interrupted');
    vi.advanceTimersByTime(300);
    TestSocket.last.onopen?.();
    expect(TestSocket.last.sent).toEqual([{ type: 'hello', invite: 'secret', since: 2 }]);
    TestSocket.last.deliver(welcome(4, steps(3, 4)));
    expect(live.steps.map(({ version }) => version)).toEqual([0, 1, 2, 3, 4]);
    expect(live.shown.view).toBe('view 4');
  });
});

describe('the live table', () => {
  it('shows every update, and keeps earlier versions', () => {
    const { live } = connect();
    update(3);
    update(4);
    expect([live.shown.version, live.shown.view]).toEqual([4, 'view 4']);
    live.shown.show(3);
    expect(live.shown.view).toBe('view 3');
    expect(live.steps).toHaveLength(5);
  });

  it('measures the time left by the table’s clock', () => {
    const { live } = connect();
    const here = performance.now();
    expect(live.remaining(32_000, here)).toBeCloseTo(30_000, -2);
    expect(live.remaining(32_000, here + 10_000)).toBeCloseTo(20_000, -2);
    expect(live.remaining(32_000, here + 99_000)).toBe(0);
  });

  it('measures no time during a pause', () => {
    const { live } = connect();
    changeTable({ paused: true });
    reposition(2, { now: 9000 });
    expect(live.remaining(32_000, performance.now() + 99_000)).toBe(23_000);
    changeTable({ paused: false });
    expect(live.remaining(32_000, performance.now() + 10_000)).toBeCloseTo(13_000, -2);
  });

  it('knows when bots will take the free seats', () => {
    const { live } = connect();
    expect(live.fillsAt).toBeNull();
    changeTable({ fills: 12_000 });
    expect(live.fillsAt).toBeCloseTo(performance.now() + 12_000, -2);
  });

  it('has no turn for the player while a stand-in bot plays', () => {
    const { live } = connect();
    expect([live.isMyTurn, live.hasStandIn]).toEqual([true, false]);
    changeTable({ seats: [{ members: [member('Ada', { bot: 'easy' })] }] });
    expect([live.isMyTurn, live.hasStandIn]).toEqual([false, true]);
  });

  it('reports a note of the table, and adds it to the chat', () => {
    const { live, notes } = connect();
    const note: Said = {
      type: 'said',
      number: 0,
      at: 0,
      person: null,
      text: '',
      note: { id: 'table.note.paused', args: { name: 'Bo' } },
      reaction: null,
    };
    TestSocket.last.deliver(note);
    expect(notes).toEqual(['table.note.paused']);
    expect(live.chat.shown).toHaveLength(1);
  });
});

describe('a move', () => {
  it('keeps the board busy until it is shown', async () => {
    const { client, live } = connect();
    const played = client.play('stack');
    expect(TestSocket.last.sent.at(-1)).toMatchObject({ type: 'play', version: 2, move: 'stack' });
    expect(live.busy).toBe(true);
    TestSocket.last.deliver({ type: 'done', id: lastRequestId(), version: 3 });
    await played;
    expect(live.busy).toBe(true);
    update(3);
    expect(live.busy).toBe(false);
  });

  it('is not sent while another one is being answered', () => {
    const { client } = connect();
    void client.play('stack');
    const before = TestSocket.last.sent.length;
    void client.play('stack');
    expect(TestSocket.last.sent).toHaveLength(before);
  });

  it('can be sent again after a refusal, which is reported', async () => {
    const { client, live, refusals } = connect();
    const played = client.play('stack');
    TestSocket.last.deliver({
      type: 'refused',
      id: lastRequestId(),
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

describe('a hint', () => {
  it('is removed when the position changes', async () => {
    const { client, live } = connect();
    const request = client.fetchHints(1);
    const hint = { message: { id: 'h', args: {} }, move: null };
    TestSocket.last.deliver({ type: 'hints', id: lastRequestId(), hints: [hint], more: true });
    await request;
    expect(live.help).toMatchObject({ version: 2, more: true });
    update(3);
    expect(live.help).toBeNull();
  });
});
