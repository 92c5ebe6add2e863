// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { TestSocket } from '../../net/test-socket';
import {
  connect,
  position,
  reconnect,
  setUpTableTests,
  steps,
  update,
  welcome,
} from './test-table';

setUpTableTests();

describe('a log that did not fit in the welcome', () => {
  const answer = (...versions: number[]) => {
    const request = TestSocket.last.sent.at(-1);
    if (request?.type !== 'history') throw new Error('no earlier steps were requested');
    TestSocket.last.deliver({ type: 'history', id: request.id, steps: steps(...versions) });
    return request;
  };

  it('is fetched page by page, on demand', async () => {
    const { client, live } = connect(welcome(6, steps(5, 6)));
    expect(live.missing).toBe(5);
    expect(TestSocket.last.sent.filter(({ type }) => type === 'history')).toHaveLength(0);
    const fetching = client.fetchEarlier();
    void client.fetchEarlier();
    expect(TestSocket.last.sent.filter(({ type }) => type === 'history')).toHaveLength(1);
    expect(answer(2, 3, 4)).toMatchObject({ before: 5 });
    await fetching;
    const rest = client.fetchEarlier();
    expect(answer(0, 1)).toMatchObject({ before: 2 });
    await rest;
    expect(live.missing).toBeNull();
    expect(live.steps.map(({ version }) => version)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('is completed after a reconnection that missed many steps', async () => {
    const { live } = connect();
    reconnect();
    TestSocket.last.deliver(welcome(9, steps(8, 9)));
    expect(answer(5, 6, 7)).toMatchObject({ before: 8 });
    await vi.advanceTimersByTimeAsync(0);
    expect(answer(3, 4)).toMatchObject({ before: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(live.steps).toHaveLength(10);
    expect(live.missing).toBeNull();
  });

  it('is completed after an update without some of the steps', async () => {
    const { live } = connect();
    TestSocket.last.deliver({ type: 'update', steps: steps(8, 9), position: position(9) });
    expect(live.position?.version).toBe(9);
    expect(answer(5, 6, 7)).toMatchObject({ before: 8 });
    await vi.advanceTimersByTimeAsync(0);
    expect(answer(3, 4)).toMatchObject({ before: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(live.steps).toHaveLength(10);
    expect(live.missing).toBeNull();
  });
});

const RECORD = {
  whole: false,
  steps: [0, 1, 2].map((version) => ({ at: 0, scene: [[[], `recorded ${version}`]] })),
};

describe('an earlier version', () => {
  it('stays on the board when an update arrives', async () => {
    const { client, live } = connect();
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(RECORD)));
    await client.showVersion(1);
    expect(live.shown.view).toBe('recorded 1');
    update(3);
    expect([live.shown.rewound, live.shown.view]).toEqual([true, 'recorded 1']);
    live.shown.toNewest();
    expect(live.shown.view).toBe('view 3');
  });

  it('is not shown if the record cannot be fetched', async () => {
    const { client, live, refusals } = connect();
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError()));
    await client.showVersion(0);
    expect(live.shown.rewound).toBe(false);
    expect(refusals).toEqual(['page.error.unreachable']);
  });
});
