import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { me } from '../../app/me.svelte';
import { blocks } from '../../relations/blocks.svelte';
import type { Said } from '../../wire';
import { ChatState, isSameAuthor } from './chat.svelte';

const ada = { id: 'a', name: 'Ada' };
const bo = { id: 'b', name: 'Bo' };

const said = (number: number, more: Partial<Said> = {}): Said => ({
  type: 'said',
  number,
  at: 0,
  person: ada,
  text: `text ${number}`,
  note: null,
  reaction: null,
  ...more,
});
const note = (number: number) =>
  said(number, { person: null, text: '', note: { id: 'table.note.paused', args: {} } });

let chat: ChatState;
const numbers = () => chat.shown.map(({ number }) => number);

/** The server knows the reader, who has blocked nobody so far. */
async function answer(path: string) {
  const known = { person: { id: 'reader', name: 'Cy' }, login: null };
  return new Response(JSON.stringify(path === '/api/blocks' ? [] : known));
}

beforeAll(async () => {
  vi.stubGlobal('fetch', answer);
  chat = new ChatState();
  chat.addEarlier([said(0), note(1)]);
  // Until it is known who is blocked, nobody’s messages are shown.
  expect(numbers()).toEqual([1]);
  await me.load();
  await blocks.load();
  expect(numbers()).toEqual([0, 1]);
});

afterEach(() => {
  for (const person of blocks.people) blocks.note(person, false);
});

beforeEach(() => {
  chat = new ChatState();
  chat.addEarlier([said(0), note(1)]);
});

describe('what is shown', () => {
  it('contains each message once, also after a reconnect', () => {
    chat.add(said(2));
    chat.addEarlier([said(0), note(1), said(2), said(3)]);
    expect(numbers()).toEqual([0, 1, 2, 3]);
  });

  it('hides messages of blocked people until they are unblocked', () => {
    chat.add(said(2, { person: bo }));
    blocks.note(bo, true);
    expect(numbers()).toEqual([0, 1]);
    expect(chat.blocked).toEqual([bo]);
    blocks.note(bo, false);
    expect(numbers()).toEqual([0, 1, 2]);
    expect(chat.blocked).toEqual([]);
  });

  it('shows a name once for consecutive messages', () => {
    expect(isSameAuthor(said(0), ada)).toBe(true);
    expect(isSameAuthor(said(0), bo)).toBe(false);
    expect(isSameAuthor(note(0), ada)).toBe(false);
    expect(isSameAuthor(undefined, ada)).toBe(false);
  });
});

describe('what is unread', () => {
  it('is what people said since one looked, not what was there before', () => {
    expect(chat.unread).toBe(0);
    chat.add(said(2));
    chat.add(note(3));
    expect(chat.unread).toBe(1);
  });

  it('is nothing while one looks, nor of that later', () => {
    const lookAway = chat.markVisible();
    chat.add(said(2));
    expect(chat.unread).toBe(0);
    lookAway();
    expect(chat.unread).toBe(0);
    chat.add(said(3));
    expect(chat.unread).toBe(1);
  });

  it('does not count messages of blocked people', () => {
    blocks.note(ada, true);
    chat.add(said(2));
    expect(chat.unread).toBe(0);
  });
});

describe('a reaction', () => {
  const wow = (number: number, person = bo) => said(number, { person, text: '', reaction: 'wow' });
  const atSeats = () => chat.reactions.map(({ number }) => number);

  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('is shown at the seat for a few seconds, the latest of each person', () => {
    chat.addNew(wow(2));
    chat.addNew(wow(3));
    chat.addNew(wow(4, ada));
    expect(atSeats()).toEqual([3, 4]);
    vi.runAllTimers();
    expect(atSeats()).toEqual([]);
    expect(numbers()).toEqual([0, 1, 2, 3, 4]);
  });

  it('is not shown at the seat again after a reconnection, nor if its sender is blocked', () => {
    chat.addEarlier([wow(2)]);
    expect(atSeats()).toEqual([]);
    chat.addNew(wow(3));
    blocks.note(bo, true);
    expect(atSeats()).toEqual([]);
    expect(numbers()).toEqual([0, 1]);
  });

  it('is no unread message', () => {
    chat.addNew(wow(2));
    expect(chat.unread).toBe(0);
  });
});
