/** What lists of tables and results say, in words. */
import { namesInRecord } from '../table/seating';
import { turnWords } from '../table/turn';
import { span } from '../time';
import type { TableCard } from '../wire';
import { enumerate, knows, say, tell, term } from '../words';
import { isolated } from '../words/isolate';
import { choiceWords, inTwo, optionWords, valueWords } from './form';

const isLevel = (name: string) => knows(`page.level.${name}`);

/** The players' names by seat; lists hold a bot's level where a person's name would be. */
export function seatNames(names: readonly string[]): string[] {
  return namesInRecord(names, names.length, names.filter(isLevel));
}

/** Who has sat down: people by name, bots of one level together. */
export function company(names: readonly string[]): string {
  const levels = names.filter(isLevel);
  const bots = [...new Set(levels)].map((level) => {
    const count = levels.filter((other) => other === level).length;
    return say('page.lobby.bots', { level: term('page.level', level), count });
  });
  const people = names.filter((name) => name !== '' && !isLevel(name)).map(isolated);
  return enumerate([...people, ...bots]);
}

/** What a table waits for. */
export function stateWords({ phase, free, names, awaited, seated, your_turn }: TableCard): string {
  if (phase === 'gathering') return say('page.lobby.free', { count: free });
  if (your_turn) return say('page.play.your_turn');
  if (!seated) return say('page.lobby.playing');
  return tell(turnWords({ awaited }, null), seatNames(names));
}

export function paceWords(pace: number): string {
  return say('page.pace.each', { time: span(pace) });
}

/** The options that are not as they come, each in a few words. */
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
    // What is written in a game's notation is for the board to show.
    const shown = valueWords(value);
    return /^[\d, .]+$/.test(shown)
      ? say('page.lobby.option', { option: title, value: shown })
      : [];
  });
}
