/**
 * Collects the message catalogues of the Python packages, by language: one module with what every
 * page needs, and one for each game.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const MODULE = 'virtual:messages';
/** Messages for the command line, the lab and the operator, which the page does not need. */
const NOT_FOR_THE_PAGE = /^(cli|lab|server)\./;
/** Messages of games that lists of games, tables and results show. */
const IN_LISTS = /^\w+\.(name|tagline|daily|score|option)(\.|$)/;

export function catalogues(root: string): Plugin {
  const files = () => globSync('**/messages/*.json', { cwd: root }).sort();
  const languageOf = (file: string) => basename(file, '.json');
  const gameOf = (file: string) => /^games\/(\w+)\//.exec(file)?.[1] ?? '';

  /** The module that maps languages to functions that load their messages. */
  function index(): string {
    const load = (path: string) => `() => import('${MODULE}/${path}')`;
    const all = files();
    const languages = [...new Set(all.map(languageOf))].map((language) => {
      const games = all
        .filter((file) => languageOf(file) === language && gameOf(file))
        .map((file) => `${gameOf(file)}: ${load(`${language}/${gameOf(file)}`)}`);
      return `${language}: { everywhere: ${load(language)}, games: { ${games.join(', ')} } }`;
    });
    return `export default { ${languages.join(', ')} };`;
  }

  return {
    name: 'catalogues',
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${MODULE}`) return index();
      if (!id.startsWith(`\0${MODULE}/`)) return undefined;
      const [language, game = ''] = id.slice(MODULE.length + 2).split('/');
      const catalogue: Record<string, string> = {};
      for (const file of files().filter((path) => languageOf(path) === language)) {
        if (game && gameOf(file) !== game) continue;
        this.addWatchFile(join(root, file));
        const messages: [string, string][] = Object.entries(
          JSON.parse(readFileSync(join(root, file), 'utf-8')),
        );
        const isWanted = ([key]: [string, string]) =>
          gameOf(file) ? IN_LISTS.test(key) === !game : !NOT_FOR_THE_PAGE.test(key);
        Object.assign(catalogue, Object.fromEntries(messages.filter(isWanted)));
      }
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue))});`;
    },
  };
}
