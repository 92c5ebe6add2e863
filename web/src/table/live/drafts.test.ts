import { describe, expect, it } from 'vitest';
import type { Fault } from '../../wire';
import { DraftSync } from './drafts.svelte';
import { ConnectionClosed } from './table-socket';

const fault = (id: string): Fault => ({ message: { id, args: {} }, cells: [] });

/** A server whose answers are controlled by the test. */
function withServer() {
  const checked: unknown[] = [];
  const answers: { resolve: (faults: Fault[]) => void; reject: (error: Error) => void }[] = [];
  const drafts = new DraftSync((draft) => {
    checked.push(draft);
    return new Promise((resolve, reject) => answers.push({ resolve, reject }));
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return {
    drafts,
    checked,
    answer: async (...faults: Fault[]) => {
      answers.shift()?.resolve(faults);
      await settled();
    },
    fail: async (error: Error) => {
      answers.shift()?.reject(error);
      await settled();
    },
  };
}

describe('a draft', () => {
  it('is shown at once and checked by the server', async () => {
    const { drafts, answer } = withServer();
    drafts.change(['a']);
    expect(drafts.draft).toEqual(['a']);
    await answer(fault('few'));
    expect(drafts.faults).toEqual([fault('few')]);
  });

  it('is sent one at a time; of those that waited, only the last is sent', async () => {
    const { drafts, checked, answer } = withServer();
    drafts.change(1);
    drafts.change(2);
    drafts.change(3);
    expect(checked).toEqual([1]);
    await answer(fault('old'));
    expect(drafts.faults).toEqual([]);
    expect(checked).toEqual([1, 3]);
    await answer(fault('new'));
    expect(drafts.faults).toEqual([fault('new')]);
  });

  it('is restored from the server after a reload, with its faults', async () => {
    const { drafts, checked, answer } = withServer();
    drafts.followServer(['kept']);
    expect(drafts.draft).toEqual(['kept']);
    expect(checked).toEqual([['kept']]);
    await answer(fault('few'));
    expect(drafts.faults).toEqual([fault('few')]);
    drafts.followServer(['kept']);
    expect(checked).toHaveLength(1);
  });

  it('is cleared when the server no longer has one', async () => {
    const { drafts, answer } = withServer();
    drafts.change(1);
    await answer(fault('few'));
    drafts.followServer(null);
    expect(drafts.draft).toBeNull();
    expect(drafts.faults).toEqual([]);
  });

  it('is sent again if the connection was lost before the answer', async () => {
    const { drafts, checked, fail, answer } = withServer();
    drafts.change(1);
    await fail(new ConnectionClosed());
    drafts.followServer(0);
    expect(drafts.draft).toBe(1);
    expect(checked).toEqual([1, 1]);
    await answer();
    expect(drafts.draft).toBe(1);
  });

  it('is discarded if the server rejects it', async () => {
    const { drafts, fail } = withServer();
    drafts.change(1);
    await fail(new Error('no draft'));
    expect(drafts.draft).toBeNull();
  });

  it('is shown during a pause in which the server does not check it, and checked afterwards', async () => {
    const { drafts, checked, fail, answer } = withServer();
    drafts.followServer(['kept']);
    await fail(new Error('paused'));
    expect(drafts.draft).toEqual(['kept']);
    drafts.followServer(['kept']);
    expect(checked).toEqual([['kept'], ['kept']]);
    await answer(fault('few'));
    expect(drafts.faults).toEqual([fault('few')]);
  });

  it('reverts to the last draft that the server accepted', async () => {
    const { drafts, fail, answer } = withServer();
    drafts.change(1);
    await answer();
    drafts.change(2);
    await fail(new Error('paused'));
    expect(drafts.draft).toBe(1);
  });
});
