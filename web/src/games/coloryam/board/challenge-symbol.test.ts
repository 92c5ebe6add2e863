import { beforeAll, describe, expect, it } from 'vitest';
import { hasMessage, loadGameMessages, loadLanguage, t } from '../../../messages';
import type { Letter } from '../../../ui/pieces';
import { challengeText, KINDS, symbolOf } from './challenge-symbol';

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('coloryam');
});

const colours: Letter[] = ['Y', 'G', 'K'];

it('there are sixteen kinds of challenge', () => {
  expect(KINDS.length).toBe(16);
});

describe.each(KINDS)('%s', (kind) => {
  it('has a symbol that no other kind has', () => {
    const drawn = (each: string) => JSON.stringify(symbolOf({ kind: each, colours }));
    expect(symbolOf({ kind, colours }).length).toBeGreaterThan(0);
    expect(KINDS.filter((each) => drawn(each) === drawn(kind))).toEqual([kind]);
  });

  it('has a sentence that names the colours of its symbol', () => {
    const [id, args] = challengeText({ kind, colours });
    expect(hasMessage(id)).toBe(true);
    const sentence = t(id, args);
    const spots = symbolOf({ kind, colours })
      .flatMap(({ parts }) => parts)
      .flatMap((part) => ('spot' in part && typeof part.spot === 'string' ? [part.spot] : []));
    const names = { Y: 'yellow', G: 'green', K: 'black' } as Record<string, string>;
    for (const [letter, name] of Object.entries(names)) {
      expect(sentence.includes(name)).toBe(spots.includes(letter as Letter));
    }
    expect(sentence).not.toMatch(/[{}]/);
  });
});

it('the sentence says what the symbol shows', () => {
  const sentence = (kind: string, ...of: Letter[]) => t(...challengeText({ kind, colours: of }));
  expect(sentence('none of two', 'R', 'K')).toBe('No red and no black dice');
  expect(sentence('more', 'B', 'R')).toBe('More blue dice than red ones');
  expect(symbolOf({ kind: 'one and none', colours: ['Y', 'G'] })).toEqual([
    { parts: [{ sign: '1×' }, { spot: 'Y' }], crossed: false },
    { parts: [{ spot: 'G' }], crossed: true },
  ]);
  expect(symbolOf({ kind: 'unheard of', colours: [] })).toEqual([]);
});
