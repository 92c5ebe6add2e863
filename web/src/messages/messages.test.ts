import { beforeAll, describe, expect, it } from 'vitest';
import {
  bestLanguage,
  formatMessage,
  hasGameMessages,
  hasMessage,
  languages,
  loadGameMessages,
  loadLanguage,
  ruleText,
  t,
  term,
} from '.';
import { ownName } from './language-choice';
import { type Args, type Catalogue, formatPattern, UnknownMessage } from './patterns';

const english: Record<string, string> = {
  'core.seat': 'Player {number}',
  'words.plain': '{name} is here',
  'words.list': 'There are: {names}',
  'words.cards': '{n, plural, =0 {no cards} one {# card} other {# cards}}',
  'words.nested': '{n, plural, one {{who, seat} has # card} other {{who, seat} has # cards}}',
  'words.both': '{n, plural, other {# in {m, plural, other {# ways}}}}',
  'words.kind': '{kind, select, push {A push} other {Something}}',
  'words.term': 'It is {colour, word, words.colour}',
  'words.terms': 'They are {colours, words, words.colour}',
  'words.seats': 'Up: {up, seats}',
  'words.colour.R': 'red',
  'words.colour.B': 'blue',
  'words.broken': '{n, number}',
};

function catalogue(language = 'en'): Catalogue {
  return {
    language,
    pattern(id) {
      const text = english[id];
      if (text === undefined) throw new UnknownMessage(id);
      return text;
    },
  };
}

function rendered(id: string, args: Args): string {
  return formatPattern(catalogue().pattern(`words.${id}`), args, catalogue(), ['Ada', 'Bo']);
}

// The same cases as tests/core/test_messages.py.
describe('patterns', () => {
  it.each<[string, Args, string]>([
    ['plain', { name: 'Ada' }, 'Ada is here'],
    ['list', { names: ['a', 'b'] }, 'There are: a, b'],
    ['cards', { n: 0 }, 'no cards'],
    ['cards', { n: 1 }, '1 card'],
    ['cards', { n: 7 }, '7 cards'],
    ['nested', { n: 2, who: 0 }, 'Ada has 2 cards'],
    ['nested', { n: 1, who: 3 }, 'Player 4 has 1 card'],
    ['both', { n: 2, m: 12 }, '2 in 12 ways'],
    ['kind', { kind: 'push' }, 'A push'],
    ['kind', { kind: 'twist' }, 'Something'],
    ['term', { colour: 'R' }, 'It is red'],
    ['terms', { colours: ['R', 'B'] }, 'They are red and blue'],
    ['seats', { up: [] }, 'Up: '],
    ['seats', { up: [1] }, 'Up: Bo'],
    ['seats', { up: [0, 1] }, 'Up: Ada and Bo'],
    ['seats', { up: [0, 1, 2] }, 'Up: Ada, Bo and Player 3'],
    ['cards', { n: -1 }, '−1 card'],
    ['cards', { n: 1.5 }, '1.5 cards'],
  ])('format “%s” with %o', (id, args, sentence) => {
    expect(rendered(id, args)).toBe(sentence);
  });

  it('isolate text written from right to left from the sentence around it', () => {
    expect(rendered('plain', { name: 'دانة 7' })).toBe('\u2068دانة 7\u2069 is here');
    expect(rendered('list', { names: ['Ada', 'דנה'] })).toBe('There are: Ada, \u2068דנה\u2069');
  });

  it('use the singular for zero in French', () => {
    const pattern = '{n, plural, one {une} other {des}}';
    expect(formatPattern(pattern, { n: 0 }, catalogue('fr'), [])).toBe('une');
    expect(formatPattern(pattern, { n: 1.5 }, catalogue('fr'), [])).toBe('une');
    expect(formatPattern(pattern, { n: -1.5 }, catalogue('fr'), [])).toBe('une');
    expect(formatPattern(pattern, { n: 2 }, catalogue('fr'), [])).toBe('des');
    expect(formatPattern(pattern, { n: 1_000_000 }, catalogue('fr'), [])).toBe('des');
    expect(formatPattern(pattern, { n: 0 }, catalogue('de'), [])).toBe('des');
    expect(formatPattern(pattern, { n: -1 }, catalogue('de'), [])).toBe('une');
  });

  it.each([
    ['en', 'Up: Ada, Bo and Cy'],
    ['de', 'Up: Ada, Bo und Cy'],
    ['fr', 'Up: Ada, Bo et Cy'],
  ])('list names as the language does: %s', (language, sentence) => {
    const names = ['Ada', 'Bo', 'Cy'];
    expect(formatPattern('Up: {up, seats}', { up: [0, 1, 2] }, catalogue(language), names)).toBe(
      sentence,
    );
  });

  it.each([
    ['en', 1.5, '1.5'],
    ['de', 1.5, '1,5'],
    ['fr', 0.25, '0,25'],
    ['de', 1200, '1200'],
    ['fr', -0.5, '−0,5'],
  ])('write decimals as the language does: %s %d', (language, n, written) => {
    const said = (pattern: string, args: Args) =>
      formatPattern(pattern, args, catalogue(language), []);
    expect(said('{n}', { n })).toBe(written);
    expect(said('{all}', { all: [1, '1.5-2'] })).toBe('1, 1.5-2');
    expect(said('{n, plural, other {# points}}', { n })).toBe(`${written} points`);
  });

  it('reject unknown types, arguments and terms', () => {
    expect(() => rendered('broken', { n: 1 })).toThrow(UnknownMessage);
    expect(() => rendered('plain', {})).toThrow(UnknownMessage);
    expect(() => rendered('term', { colour: 'X' })).toThrow(UnknownMessage);
  });
});

describe('catalogues', () => {
  beforeAll(async () => {
    await loadLanguage('en');
    await loadGameMessages('quatrefoil');
    await loadGameMessages('quivvit');
  });

  it('are chosen by the reader’s preferred languages', () => {
    expect(languages()).toContain('en');
    expect(bestLanguage(['fr-CH', 'de'], ['de', 'en', 'fr'])).toBe('fr');
    expect(bestLanguage(['tlh', 'de-AT'], ['de', 'en'])).toBe('de');
    expect(bestLanguage(['tlh'], ['de', 'en'])).toBe('en');
  });

  it('have the name of their language in that language', () => {
    expect(['en', 'de', 'fr'].map(ownName)).toEqual(['English', 'Deutsch', 'Français']);
  });

  it('load a game’s messages on request, and again in every language chosen later', async () => {
    expect(t('pivit.name')).toBe('Pivit');
    expect(hasMessage('pivit.option.younger')).toBe(true);
    expect([hasMessage('pivit.board.go'), hasGameMessages('pivit')]).toEqual([false, false]);
    await Promise.all([loadLanguage('fr'), loadGameMessages('pivit')]);
    expect([t('pivit.board.go'), hasGameMessages('pivit')]).toEqual(['Partez\u202f!', true]);
    await loadLanguage('en');
    expect(t('pivit.board.go')).toBe('Go!');
    await loadGameMessages('a game without messages');
  });

  it('contain the messages of the page, the core and the games', () => {
    expect(t('page.name')).toBe('Quincunx');
    expect(t('quatrefoil.name')).toBe('Quatrefoil');
    expect(hasMessage('page.nothing')).toBe(false);
    expect(() => t('page.nothing')).toThrow(UnknownMessage);
  });

  it('show an unknown message by its id', () => {
    expect(formatMessage({ id: 'future.thing', args: {} })).toBe('future.thing');
    expect(term('page.level', 'easy')).toBe('Easy');
    expect(term('page.level', 'sublime')).toBe('sublime');
  });

  it('address the player whom a message is about', () => {
    const names = ['Ada', 'Ben', 'Cy'];
    const won = { id: 'quivvit.outcome.points', args: { seats: [0], points: 9 } };
    expect(formatMessage(won, names, 0)).toBe('You win with 9 points.');
    expect(formatMessage(won, names, 1)).toBe('Ada wins with 9 points.');
    const stacked = { id: 'quatrefoil.event.stacked', args: { seat: 2 } };
    expect(formatMessage(stacked, names, 2)).toBe('You stack the free token.');
    expect(formatMessage(stacked, names)).toBe('Cy stacks the free token.');
    const shared = { id: 'table.outcome.resigned', args: { seats: [0, 2], count: 2 } };
    expect(formatMessage(shared, names, 0)).toBe('You and Cy resigned.');
    const thumbs = { id: 'quatrefoil.event.signals', args: { up: [0, 1, 2], count: 3 } };
    expect(formatMessage(thumbs, names, 1)).toBe('Thumbs up: Ada and Cy, and you.');
    const waiting = { id: 'page.play.waiting', args: { seats: [0] } };
    expect(formatMessage(waiting, names, 0)).toBe('Waiting for Ada');
  });

  it('contain the rule behind a refusal, in one or several parts', () => {
    expect(ruleText('quatrefoil:L116')).toBe(t('quatrefoil.rule.L116'));
    expect(ruleText('quatrefoil:L74')).toBe(
      `${t('quatrefoil.rule.L74a')} ${t('quatrefoil.rule.L74b')}`,
    );
    expect(ruleText('quatrefoil:L9999')).toBe('');
  });
});
