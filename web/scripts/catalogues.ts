/**
 * Collects the message catalogues of the Python packages, by language: one module with what the home
 * page needs, one with what other pages and refusals add, and one for each game
 * and for each page that has a folder of its own.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const MODULE = 'virtual:messages';
/** Messages for the command line, the lab and the operator, which the page does not need. */
const NOT_FOR_THE_PAGE = /^(cli|client|lab|server)\./;
/** Errors about records, which only programs read. */
const ABOUT_RECORDS =
  /^core\.error\.(unreadable_record|no_steps|missing_move|unknown_format|corrupt_step|misfit_scene|not_as_written|wrong_in_step|wrong_at_end|missing_result|other_result|impossible_result|result_length|wrong_chance|backward_time)$/;
/**
 * Messages that the home page does not show; they are loaded after it. Of some sections it shows a
 * few: these are excluded here. (`$`: code that builds an id has only its beginning.)
 */
export const LATER = new RegExp(
  `^(${[
    'core.(error|event|match)',
    'table',
    'page.(account|settings|replay|gather|fair|proposal|menu|chat|analysis|log|lesson|guide)',
    'page.(find|shortcut|confirm|help|step|pause|react|person|renamed|refused|closed|invite|share)',
    'page.(new|place|gone|vacation|signed_out|clock|sound|bots|notify|notes|copy|key)',
    'page.daily(?!.(begun|closes|new|streak)$)',
    'page.deal(?!.(daily|known|position|lost)?$)',
    'page.end(?!.(alone|all_won|all_lost|you_won|won)$)',
    'page.friend(?!.title$)',
    'page.lobby(?!.(lost|free|playing|bots|option|join|watch|play|go)?$)',
    'page.name(?!.(none|pair|first|second)$)',
    'page.pace(?!.each$)',
    'page.play(?!.(team_turn|your_turn|your_turn_too|waiting|nobody)$)',
    'page.profile(?!.change$)',
    'page.total(?!.(plain|each)$)',
  ]
    .join('|')
    .replaceAll('.', '\\.')})\\.`,
);
const LATER_PART = 'later';
/** Messages of games that lists of games, tables and results show. */
const IN_LISTS = /^\w+\.(name|tagline|daily|score|option)(\.|$)/;

export function catalogues(root: string): Plugin {
  const files = () => globSync('**/messages/*.json', { cwd: root }).sort();
  const languageOf = (file: string) => basename(file, '.json');
  const gameOf = (file: string) => /^(?:games|page)\/(\w+)\/messages\//.exec(file)?.[1] ?? '';

  /** The module that maps languages to functions that load their messages. */
  function index(): string {
    const load = (path: string) => `() => import('${MODULE}/${path}')`;
    const all = files();
    const languages = [...new Set(all.map(languageOf))].map((language) => {
      const games = all
        .filter((file) => languageOf(file) === language && gameOf(file))
        .map((file) => `${gameOf(file)}: ${load(`${language}/${gameOf(file)}`)}`);
      const later = load(`${language}/${LATER_PART}`);
      return `${language}: { home: ${load(language)}, later: ${later}, games: { ${games.join(', ')} } }`;
    });
    return `export default { ${languages.join(', ')} };`;
  }

  return {
    name: 'catalogues',
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${MODULE}`) return index();
      if (!id.startsWith(`\0${MODULE}/`)) return undefined;
      const [language, part = ''] = id.slice(MODULE.length + 2).split('/');
      const isLater = part === LATER_PART;
      const game = isLater ? '' : part;
      const catalogue: Record<string, string> = {};
      for (const file of files().filter((path) => languageOf(path) === language)) {
        if (game && gameOf(file) !== game) continue;
        this.addWatchFile(join(root, file));
        const messages: [string, string][] = Object.entries(
          JSON.parse(readFileSync(join(root, file), 'utf-8')),
        );
        const isWanted = ([key]: [string, string]) => {
          if (game) return !IN_LISTS.test(key);
          const isForThePage = gameOf(file)
            ? IN_LISTS.test(key)
            : !NOT_FOR_THE_PAGE.test(key) && !ABOUT_RECORDS.test(key);
          return isForThePage && LATER.test(key) === isLater;
        };
        Object.assign(catalogue, Object.fromEntries(messages.filter(isWanted)));
      }
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue))});`;
    },
  };
}
