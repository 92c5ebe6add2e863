import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preferences } from '../../app/preferences.svelte';
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

beforeEach(() => {
  preferences.muted = [];
  chat = new ChatState();
  chat.addEarlier([said(0), note(1)]);
});

describe('what is shown', () => {
  it('contains each message once, also after a reconnect', () => {
    chat.add(said(2));
    chat.addEarlier([said(0), note(1), said(2), said(3)]);
    expect(numbers()).toEqual([0, 1, 2, 3]);
  });

  it('hides messages of muted people until they are unmuted', () => {
    chat.add(said(2, { person: bo }));
    preferences.mute(bo);
    expect(numbers()).toEqual([0, 1]);
    expect(chat.muted).toEqual([bo]);
    preferences.unmute(bo);
    expect(numbers()).toEqual([0, 1, 2]);
    expect(chat.muted).toEqual([]);
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

  it('does not count messages of muted people', () => {
    preferences.mute(ada);
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

  it('is not shown at the seat again after a reconnection, nor if its sender is muted', () => {
    chat.addEarlier([wow(2)]);
    expect(atSeats()).toEqual([]);
    chat.addNew(wow(3));
    preferences.mute(bo);
    expect(atSeats()).toEqual([]);
    expect(numbers()).toEqual([0, 1]);
  });

  it('is no unread message', () => {
    chat.addNew(wow(2));
    expect(chat.unread).toBe(0);
  });
});
