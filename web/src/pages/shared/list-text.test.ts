import { beforeAll, describe, expect, it } from 'vitest';
import { loadLanguage } from '../../messages';
import type { TableCard } from '../../wire';
import { clockText, optionTitles, seatedPlayersText, seatNames, tableStateText } from './list-text';

beforeAll(() => loadLanguage('en'));

describe('who is there', () => {
  it('is people by name and bots by their level', () => {
    expect(seatedPlayersText({ names: ['Ada', 'expert', '', 'expert', 'easy'] })).toBe(
      'Ada, 2 Expert bots and Easy bot',
    );
    expect(seatNames({ names: ['Ada', 'easy', 'easy'] })).toEqual([
      'Ada',
      'Easy bot 1',
      'Easy bot 2',
    ]);
  });

  it('marks the names of bot accounts', () => {
    const seated = { names: ['Ada', 'Deep', 'easy'], bot_seats: [1] };
    expect(seatNames(seated)).toEqual(['Ada', 'BOT Deep', 'Easy bot']);
    expect(seatedPlayersText(seated)).toBe('Ada, BOT Deep and Easy bot');
  });

  it('is in order, whichever way a name is written', () => {
    expect(seatedPlayersText({ names: ['דנה', 'Ada'] })).toBe('\u2068דנה\u2069 and Ada');
    expect(seatNames({ names: ['Ada', 'דנה'] })).toEqual(['Ada', '\u2068דנה\u2069']);
  });
});

describe('what a table waits for', () => {
  const playing: TableCard = {
    id: 't',
    game: 'quivvit',
    phase: 'playing',
    host: { id: 'a', name: 'Ada' },
    names: ['Ada', 'Bo'],
    free: 0,
    pace: null,
    total: null,
    deal: 'fresh',
    options: {},
    since: 0,
    awaited: [1],
    your_turn: false,
    seated: true,
    rated: false,
    programs: false,
    bot_seats: [],
    ratings: [],
  };

  it('is the viewer, or another player by name', () => {
    expect(tableStateText({ ...playing, awaited: [0], your_turn: true })).toBe('Your turn');
    expect(tableStateText(playing)).toBe('Waiting for Bo');
  });

  it('is hidden from people who are not seated', () => {
    expect(tableStateText({ ...playing, seated: false })).toBe('Playing');
  });

  it('is people, before the game', () => {
    expect(tableStateText({ ...playing, phase: 'gathering', free: 2 })).toBe('2 free seats');
  });
});

describe('what is special', () => {
  it('is named by its title', () => {
    expect(optionTitles('quatrefoil', { variant: 'dual', clock: true })).toEqual([
      'Dual',
      'Two-minute clock',
    ]);
    expect(optionTitles('quivvit', { seconds: 90 })).toEqual(['Seconds per turn: 90']);
    expect(optionTitles('quivvit', {})).toEqual([]);
  });

  it('is how long a move may take', () => {
    expect(clockText({ pace: null, total: null })).toBe('');
    expect(clockText({ pace: 30, total: null })).toBe('30 seconds per move');
    expect(clockText({ pace: null, total: { base: 300, increment: 3 } })).toBe(
      '5 minutes in total + 3 seconds per move',
    );
    expect(clockText({ pace: null, total: { base: 86_400, increment: 0 } })).toBe('1 day in total');
  });
});
