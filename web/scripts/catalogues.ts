/** Collects the message catalogues of the Python packages into one module per language. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const MODULE = 'virtual:messages';
/** Messages for the command line, the lab and the operator, which the page does not need. */
const NOT_FOR_THE_PAGE = /^(cli|lab|server)\./;

export function catalogues(root: string): Plugin {
  const files = () => globSync('**/messages/*.json', { cwd: root }).sort();
  const languageOf = (file: string) => basename(file, '.json');

  return {
    name: 'catalogues',
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${MODULE}`) {
        const languages = [...new Set(files().map(languageOf))];
        const loads = languages.map(
          (language) => `${language}: () => import('${MODULE}/${language}')`,
        );
        return `export default { ${loads.join(', ')} };`;
      }
      if (!id.startsWith(`\0${MODULE}/`)) return undefined;
      const language = id.slice(MODULE.length + 2);
      const catalogue: Record<string, string> = {};
      for (const file of files().filter((path) => languageOf(path) === language)) {
        this.addWatchFile(join(root, file));
        Object.assign(catalogue, JSON.parse(readFileSync(join(root, file), 'utf-8')));
      }
      const kept = Object.entries(catalogue).filter(([key]) => !NOT_FOR_THE_PAGE.test(key));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(kept)))});`;
    },
  };
}
