import { beforeAll, describe, expect, it } from 'vitest';
import { loadLanguage } from '../../messages';
import type { TableCard } from '../../wire';
import { clockText, optionTitles, seatedPlayersText, seatNames, tableStateText } from './list-text';

beforeAll(() => loadLanguage('en'));

describe('the players at a table', () => {
  it('are listed by name, bots by their level', () => {
    expect(seatedPlayersText({ names: ['Ada', 'expert', '', 'expert', 'easy'] })).toBe(
      'Ada, 2 Expert bots and Easy bot',
    );
    expect(seatNames({ names: ['Ada', 'easy', 'easy'] })).toEqual([
      'Ada',
      'Easy bot 1',
      'Easy bot 2',
    ]);
  });

  it('are marked if they are bot accounts', () => {
    const seated = { names: ['Ada', 'Deep', 'easy'], bot_seats: [1] };
    expect(seatNames(seated)).toEqual(['Ada', 'BOT Deep', 'Easy bot']);
    expect(seatedPlayersText(seated)).toBe('Ada, BOT Deep and Easy bot');
  });

  it('stay in order if a name is written from right to left', () => {
    expect(seatedPlayersText({ names: ['דנה', 'Ada'] })).toBe('\u2068דנה\u2069 and Ada');
    expect(seatNames({ names: ['Ada', 'דנה'] })).toEqual(['Ada', '\u2068דנה\u2069']);
  });
});

describe('the state of a table', () => {
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

  it('names the viewer or another player whose turn it is', () => {
    expect(tableStateText({ ...playing, awaited: [0], your_turn: true })).toBe('Your turn');
    expect(tableStateText(playing)).toBe('Waiting for Bo');
  });

  it('does not say whose turn it is to people who are not seated', () => {
    expect(tableStateText({ ...playing, seated: false })).toBe('Playing');
  });

  it('is the number of free seats before the game', () => {
    expect(tableStateText({ ...playing, phase: 'gathering', free: 2 })).toBe('2 free seats');
  });
});

describe('the text about options and time', () => {
  it('lists options by their titles', () => {
    expect(optionTitles('quatrefoil', { variant: 'dual', clock: true })).toEqual([
      'Dual',
      'Two-minute clock',
    ]);
    expect(optionTitles('quivvit', { seconds: 90 })).toEqual(['Seconds per turn: 90']);
    expect(optionTitles('quivvit', {})).toEqual([]);
  });

  it('gives the time per move or in total', () => {
    expect(clockText({ pace: null, total: null })).toBe('');
    expect(clockText({ pace: 30, total: null })).toBe('30 seconds per move');
    expect(clockText({ pace: null, total: { base: 300, increment: 3 } })).toBe(
      '5 minutes in total + 3 seconds per move',
    );
    expect(clockText({ pace: null, total: { base: 86_400, increment: 0 } })).toBe('1 day in total');
  });
});
