import { beforeEach, describe, expect, it } from 'vitest';
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
  it('is everything once, whatever is told again after a break', () => {
    chat.add(said(2));
    chat.addEarlier([said(0), note(1), said(2), said(3)]);
    expect(numbers()).toEqual([0, 1, 2, 3]);
  });

  it('is not what somebody says who is muted, until they are no longer', () => {
    chat.add(said(2, { person: bo }));
    preferences.mute(bo);
    expect(numbers()).toEqual([0, 1]);
    expect(chat.muted).toEqual([bo]);
    preferences.unmute(bo);
    expect(numbers()).toEqual([0, 1, 2]);
    expect(chat.muted).toEqual([]);
  });

  it('says a name once for what somebody says in a row', () => {
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

  it('is nothing from somebody who is muted', () => {
    preferences.mute(ada);
    chat.add(said(2));
    expect(chat.unread).toBe(0);
  });
});
