import { describe, expect, it, vi } from 'vitest';
import type { PrivateNotes } from '../../wire';
import { PrivateNotesSync } from './private-notes.svelte';

function withServer(stored: PrivateNotes[] = []) {
  const sent: PrivateNotes[] = [];
  const waiting: { resolve: () => void; reject: (why: Error) => void }[] = [];
  const onerror = vi.fn();
  const notes = new PrivateNotesSync({
    fetch: () => Promise.resolve(stored),
    store: (written) =>
      new Promise<void>((resolve, reject) => {
        sent.push(written);
        waiting.push({ resolve, reject });
      }),
    onerror,
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { notes, sent, waiting, onerror, settle };
}

describe('private notes', () => {
  it('are those of the last version for which notes were stored', async () => {
    const { notes } = withServer([
      { version: 2, notes: 'two' },
      { version: 5, notes: 'five' },
    ]);
    await notes.load();
    expect([1, 2, 4, 5, 9].map((version) => notes.at(version))).toEqual([
      null,
      'two',
      'two',
      'five',
      'five',
    ]);
  });

  it('are shown at once; of the changes during a request, only the last is sent', async () => {
    const { notes, sent, waiting, settle } = withServer();
    notes.write(1, 'a');
    notes.write(1, 'b');
    notes.write(1, 'c');
    expect(notes.at(1)).toBe('c');
    waiting[0]?.resolve();
    await settle();
    expect(sent.map((each) => each.notes)).toEqual(['a', 'c']);
  });

  it('are kept if they are newer than the stored ones', async () => {
    const { notes } = withServer([{ version: 1, notes: 'old' }]);
    notes.write(1, 'new');
    await notes.load();
    expect(notes.at(1)).toBe('new');
  });

  it('are replaced by newer ones from another tab', async () => {
    const { notes, waiting, settle } = withServer([{ version: 1, notes: 'there' }]);
    notes.write(1, 'here');
    waiting[0]?.resolve();
    await settle();
    await notes.load();
    expect(notes.at(1)).toBe('there');
  });

  it('are sent again before others are fetched if they could not be stored', async () => {
    const { notes, sent, waiting, settle } = withServer();
    notes.write(1, 'a');
    waiting[0]?.reject(new Error('gone'));
    await settle();
    void notes.load();
    expect(sent.map((each) => each.notes)).toEqual(['a', 'a']);
  });

  it('are sent with the next change if they could not be stored', async () => {
    const { notes, sent, waiting, onerror, settle } = withServer();
    notes.write(1, 'a');
    waiting[0]?.reject(new Error('gone'));
    await settle();
    expect(onerror).toHaveBeenCalledOnce();
    expect(notes.at(1)).toBe('a');
    notes.write(1, 'ab');
    expect(sent.at(-1)).toEqual({ version: 1, notes: 'ab' });
  });
});
