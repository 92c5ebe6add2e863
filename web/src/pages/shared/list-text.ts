/** Texts for lists of tables and results. */

import { enumerate, knows, say, tell, term } from '../../messages';
import { isolated } from '../../messages/isolate';
import { span } from '../../messages/time';
import { namesInRecord } from '../../table/seating';
import { turnWords } from '../../table/turn-text';
import type { TableCard } from '../../wire';
import { choiceWords, inTwo, optionWords, valueWords } from '../new-table/table-form';

const isLevel = (name: string) => knows(`page.level.${name}`);

/** The players' names by seat; lists contain a bot's level instead of a name. */
export function seatNames(names: readonly string[]): string[] {
  return namesInRecord(names, names.length, names.filter(isLevel));
}

/** The seated players: people by name, bots grouped by level. */
export function company(names: readonly string[]): string {
  const levels = names.filter(isLevel);
  const bots = [...new Set(levels)].map((level) => {
    const count = levels.filter((other) => other === level).length;
    return say('page.lobby.bots', { level: term('page.level', level), count });
  });
  const people = names.filter((name) => name !== '' && !isLevel(name)).map(isolated);
  return enumerate([...people, ...bots]);
}

/** What a table is waiting for. */
export function stateWords({ phase, free, names, awaited, seated, your_turn }: TableCard): string {
  if (phase === 'gathering') return say('page.lobby.free', { count: free });
  if (your_turn) return say('page.play.your_turn');
  if (!seated) return say('page.lobby.playing');
  return tell(turnWords({ awaited }, null), seatNames(names));
}

export function paceWords(pace: number): string {
  return say('page.pace.each', { time: span(pace) });
}

/** The options that differ from their defaults, in a few words each. */
export function optionTitles(game: string, options: TableCard['options']): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const title = inTwo(optionWords(game, name)).title.replace(/\.$/, '');
    if (value === true) return title;
    if (knows(`${game}.option.${name}.${value}`)) {
      return choiceWords(game, name, String(value)).title;
    }
    if (value === false || value === null) {
      return say('page.lobby.option', { option: title, value: say('page.off') });
    }
    // Values in a game's notation are not readable here.
    const shown = valueWords(value);
    return /^[\d, .]+$/.test(shown)
      ? say('page.lobby.option', { option: title, value: shown })
      : [];
  });
}
