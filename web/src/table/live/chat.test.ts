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
  // No messages of people are shown until the blocks are loaded.
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

describe('the messages shown', () => {
  it('include each message once, even after a reconnection', () => {
    chat.add(said(2));
    chat.addEarlier([said(0), note(1), said(2), said(3)]);
    expect(numbers()).toEqual([0, 1, 2, 3]);
  });

  it('exclude messages of blocked people until they are unblocked', () => {
    chat.add(said(2, { person: bo }));
    blocks.note(bo, true);
    expect(numbers()).toEqual([0, 1]);
    expect(chat.blocked).toEqual([bo]);
    blocks.note(bo, false);
    expect(numbers()).toEqual([0, 1, 2]);
    expect(chat.blocked).toEqual([]);
  });

  it('have the name of their author once if they are consecutive', () => {
    expect(isSameAuthor(said(0), ada)).toBe(true);
    expect(isSameAuthor(said(0), bo)).toBe(false);
    expect(isSameAuthor(note(0), ada)).toBe(false);
    expect(isSameAuthor(undefined, ada)).toBe(false);
  });
});

describe('the number of unread messages', () => {
  it('counts messages by people since the chat was last visible', () => {
    expect(chat.unread).toBe(0);
    chat.add(said(2));
    chat.add(note(3));
    expect(chat.unread).toBe(1);
  });

  it('does not count messages that arrive while the chat is visible', () => {
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

  it('is shown at the seat for a few seconds, only the latest of each person', () => {
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

  it('does not count as an unread message', () => {
    chat.addNew(wow(2));
    expect(chat.unread).toBe(0);
  });
});
