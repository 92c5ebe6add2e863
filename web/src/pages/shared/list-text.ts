/** Texts for lists of tables and results. */

import { formatList, formatMessage, hasMessage, t, term } from '../../messages';
import { ratedName } from '../../messages/rating';
import { durationText } from '../../messages/time';
import { totalText } from '../../table/clock/total-text';
import { personName, playerNamesInRecord } from '../../table/seating';
import { turnMessage } from '../../table/turn-text';
import type { TableCard } from '../../wire';
import { choiceLabel, optionLabel, valueText } from './option-text';

const isLevel = (name: string) => hasMessage(`page.level.${name}`);

type Seated = {
  names: readonly string[];
  bot_seats?: readonly number[];
  ratings?: TableCard['ratings'];
};

/** The players' names by seat; lists contain a bot's level instead of a name. */
export function seatNames({ names, bot_seats = [] }: Seated): string[] {
  return playerNamesInRecord(names, names.length, names.filter(isLevel), bot_seats);
}

/** The seated players: people with their ratings, bot accounts by name, bots grouped by level. */
export function seatedPlayersText({ names, bot_seats = [], ratings = [] }: Seated): string {
  const levels = names.filter(isLevel);
  const bots = [...new Set(levels)].map((level) => {
    const count = levels.filter((other) => other === level).length;
    return t('page.lobby.bots', { level: term('page.level', level), count });
  });
  const people = names.flatMap((name, seat) =>
    name === '' || isLevel(name)
      ? []
      : [ratedName(personName({ name, bot: bot_seats.includes(seat) }), ratings[seat])],
  );
  return formatList([...people, ...bots]);
}

/** What a table is waiting for. */
export function tableStateText({
  phase,
  free,
  names,
  bot_seats,
  awaited,
  seated,
  your_turn,
}: TableCard): string {
  if (phase === 'gathering') return t('page.lobby.free', { count: free });
  if (your_turn) return t('page.play.your_turn');
  if (!seated) return t('page.lobby.playing');
  return formatMessage(turnMessage({ awaited }, null), seatNames({ names, bot_seats }));
}

/** The time limit of a table, in a few words; empty if there is none. */
export function clockText({ pace, total }: Pick<TableCard, 'pace' | 'total'>): string {
  if (total) return totalText(total);
  return pace === null ? '' : t('page.pace.each', { time: durationText(pace) });
}

/** The options that differ from their defaults, in a few words each. */
export function optionTitles(game: string, options: TableCard['options']): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const title = optionLabel(game, name).title;
    if (value === true) return title;
    if (hasMessage(`${game}.option.${name}.${value}`)) {
      return choiceLabel(game, name, String(value)).title;
    }
    if (value === false || value === null) {
      return t('page.lobby.option', { option: title, value: t('page.off') });
    }
    // Values in a game's notation are not readable here.
    const shown = valueText(value);
    return /^[\d, .]+$/.test(shown) ? t('page.lobby.option', { option: title, value: shown }) : [];
  });
}
