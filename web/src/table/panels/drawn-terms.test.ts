import { beforeAll, expect, it } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../messages';
import { messageParts } from './drawn-terms';

const cards = ['Ps', 'Oc', 'Rx'];
const played = { id: 'qwirkle_cards.event.played', args: { seat: 0, cards } };
const PREFIX = 'qwirkle_cards.card';

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('qwirkle_cards');
});

it.each(['en', 'de', 'fr'])('in %s, terms of a list are drawn side by side', async (language) => {
  await loadLanguage(language);
  const parts = messageParts(played, ['Ada'], PREFIX) ?? [];
  expect(parts.filter((part) => typeof part !== 'string')).toEqual([cards]);
  const text = parts.filter((part) => typeof part === 'string').join('');
  expect(text).toContain('Ada');
  expect(text).not.toMatch(/[\uE000\uE001]/);
});

it('messages without such terms, and unknown messages, draw nothing', () => {
  expect(messageParts(played, ['Ada'], 'qwirkle_cards.shape')).toBe(null);
  expect(messageParts({ id: 'page.no_such', args: {} }, [], PREFIX)).toBe(null);
});
