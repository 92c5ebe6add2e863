/** The new-table form, generated from a game's options. */

import { hasMessage, t, term } from '../../messages';
import { DAY_S } from '../../messages/time';
import type { GameInfo, NewTable, Option } from '../../wire';
import type { Clock } from '../lobby/lobby-filter';

export type Value = Option['default'];
export type Values = Record<string, Value>;

/** Label of an option or of one of its values: a short name, and a help text, if any. */
export interface OptionLabel {
  title: string;
  text: string;
}

export function optionLabel(game: string, option: string): OptionLabel {
  return label(`${game}.option`, `${game}.option_help`, option);
}

export function choiceLabel(game: string, option: string, value: string): OptionLabel {
  return label(`${game}.option.${option}`, `${game}.option_help.${option}`, value);
}

function label(names: string, helps: string, value: string): OptionLabel {
  const help = `${helps}.${value}`;
  return { title: term(names, value), text: hasMessage(help) ? t(help) : '' };
}

/** A number or a list of numbers. */
export function valueText(value: unknown): string {
  const text = String(value);
  return /^[\d ]+$/.test(text) ? text.trim().split(/ +/).join(', ') : text;
}

export function defaults(options: readonly Option[]): Values {
  return Object.fromEntries(options.map((option) => [option.name, option.default]));
}

/** Why an option cannot be changed now. */
export interface Obstacle {
  kind: 'needs' | 'excludes';
  other: string;
  values: readonly Value[];
}

export function obstacle(option: Option, values: Values): Obstacle | null {
  for (const [other, allowed] of Object.entries(option.needs)) {
    if (!allowed.includes(values[other] ?? null)) return { kind: 'needs', other, values: allowed };
  }
  for (const [other, barred] of Object.entries(option.excludes)) {
    if (barred.includes(values[other] ?? null)) return { kind: 'excludes', other, values: barred };
  }
  return null;
}

/** The obstacle as text: “Only with Half and Half.” A flag is named by its own name. */
export function obstacleText(game: string, { kind, other, values }: Obstacle): string {
  const names = values.map((value) =>
    typeof value === 'boolean'
      ? optionLabel(game, other).title
      : choiceLabel(game, other, String(value)).title,
  );
  return t(`page.new.${kind}`, { values: names });
}

/** The options to send: those that cannot be changed now stay at their defaults. */
export function chosenOptions(options: readonly Option[], values: Values): Values {
  return Object.fromEntries(
    options
      .filter((option) => obstacle(option, values) === null)
      .map((option) => [option.name, values[option.name] ?? null])
      .filter(([name, value]) => value !== options.find((o) => o.name === name)?.default),
  );
}

/** Seconds per move, within one sitting or over days. */
export const PACES: Record<Exclude<Clock, 'none'>, readonly number[]> = {
  moves: [15, 30, 60, 120, 300],
  days: [DAY_S, 3 * DAY_S, 7 * DAY_S],
};

/**
 * Build the request. `others` has a bot's level for each seat but the first, or `null` for a
 * friend.
 */
export function newTableRequest(
  game: GameInfo,
  values: Values,
  seats: number,
  others: readonly (string | null)[],
  settings: Pick<NewTable, 'open' | 'pace' | 'rated'>,
): NewTable {
  const bots = others
    .slice(0, seats - 1)
    .flatMap((level, index) => (level === null ? [] : [[index + 1, level] as const]));
  return {
    game: game.name,
    options: chosenOptions(game.options, values),
    seats,
    bots: Object.fromEntries(bots),
    ...settings,
  };
}
