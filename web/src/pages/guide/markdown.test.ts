import { expect, it } from 'vitest';
import { contents, parse, plain, safeLink, slug } from './markdown';

it('chapters are found', () => {
  const tokens = parse('# Title\n\n## How it goes\n\ntext\n\n### deeper\n\n## Ende & Schluß\n');
  expect(contents(tokens)).toEqual([
    { id: 'how-it-goes', title: 'How it goes' },
    { id: 'ende-schluß', title: 'Ende & Schluß' },
  ]);
});

it('headings have names', () => {
  expect(slug('  What’s “new”? ')).toBe('what-s-new');
  expect(slug('Le déroulement d’une manche')).toBe('le-deroulement-d-une-manche');
});

it.each([
  ['/games/quatrefoil', true],
  ['#end', true],
  ['https://example.org', true],
  ['//elsewhere', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
])('%s is a safe link: %s', (href, safe) => {
  expect(safeLink(href) !== null).toBe(safe);
});

it('text is shown as it was written', () => {
  expect(plain('a &lt; b &amp;&amp; c')).toBe('a < b && c');
});
