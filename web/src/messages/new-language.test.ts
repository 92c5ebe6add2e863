/** A new language needs only catalogues and no change of code. */
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { catalogues } from '../../scripts/catalogues';

const SOURCE = join(import.meta.dirname, '../../../src/quincunx');
const root = mkdtempSync(join(tmpdir(), 'languages-'));

afterAll(() => rmSync(root, { recursive: true }));

it('the catalogues of a new language are found', () => {
  for (const file of globSync('**/messages/en.json', { cwd: SOURCE })) {
    cpSync(join(SOURCE, file), join(root, file));
    cpSync(join(SOURCE, file), join(root, file.replace(/en\.json$/, 'tlh.json')));
  }
  const plugin = catalogues(root);
  const load = (id: string): string =>
    (plugin.load as (id: string) => string).call({ addWatchFile: () => {} } as never, id);
  const index = load('\0virtual:messages');
  expect([...index.matchAll(/(\w+): \{ home/g)].map(([, name]) => name)).toEqual(['en', 'tlh']);
  expect(index).toContain("quivvit: () => import('virtual:messages/tlh/quivvit')");
  expect(load('\0virtual:messages/tlh')).toContain('page.missing.title');
  expect(load('\0virtual:messages/tlh')).not.toContain('quivvit.board');
  expect(load('\0virtual:messages/tlh')).not.toContain('table.refusal.');
  expect(load('\0virtual:messages/tlh/later')).toContain('table.refusal.');
  expect(load('\0virtual:messages/tlh/quivvit')).toContain('quivvit.board');
});
