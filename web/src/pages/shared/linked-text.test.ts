import { expect, test } from 'vitest';
import { paragraphs, textParts } from './linked-text';

const links = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

test('blank lines separate paragraphs, and line breaks are kept', () => {
  expect(paragraphs('\nOne\ntwo\n \n\nThree\n')).toEqual(['One\ntwo', 'Three']);
  expect(paragraphs('')).toEqual([]);
});

test('web and e-mail addresses are links, without the punctuation after them', () => {
  expect(links('See https://example.org/a?b=1, or (http://example.org/c).')).toEqual([
    'https://example.org/a?b=1',
    'http://example.org/c',
  ]);
  expect(links('Write to ada@example.org.')).toEqual(['mailto:ada@example.org']);
});

test('nothing else is a link, and no part of the text is lost', () => {
  const text = 'javascript:alert(1) <a href="x">y</a> data:text/html,x //example.org @ada';
  expect(links(text)).toEqual([]);
  const mixed = 'a https://example.org b@example.org c';
  expect(textParts(mixed).map((part) => part.text)).toEqual([
    'a ',
    'https://example.org',
    ' ',
    'b@example.org',
    ' c',
  ]);
});

test('a very long word is parsed quickly', () => {
  expect(links('a'.repeat(50_000))).toEqual([]);
});
