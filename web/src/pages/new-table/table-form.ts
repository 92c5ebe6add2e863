/** The new-table form, generated from a game's options. */

import { t } from '../../messages';
import { DAY_S, durationText } from '../../messages/time';
import { totalText } from '../../table/clock/total-text';
import type { GameInfo, NewTable, Option, Preset, TotalTime } from '../../wire';
import { labelOf, type OptionLabel } from '../shared/option-text';

export type Value = Option['default'];
export type Values = Record<string, Value>;

export function defaults(options: readonly Option[]): Values {
  return Object.fromEntries(options.map((option) => [option.name, option.default]));
}

/** Whether an option can be changed, given the values of the others. */
export function applies(option: Option, values: Values): boolean {
  const value = (name: string) => values[name] ?? null;
  return (
    Object.entries(option.needs).every(([other, allowed]) => allowed.includes(value(other))) &&
    !Object.entries(option.excludes).some(([other, barred]) => barred.includes(value(other)))
  );
}

/** The options that differ from their defaults; those that do not apply stay at them. */
export function chosenOptions(options: readonly Option[], values: Values): Values {
  return Object.fromEntries(
    options
      .filter((option) => applies(option, values))
      .map((option) => [option.name, values[option.name] ?? null])
      .filter(([name, value]) => value !== options.find((o) => o.name === name)?.default),
  );
}

/** The preset when no named one fits. */
export const CUSTOM = 'custom';

/** The name of the preset with exactly these options, or `CUSTOM`. */
export function presetOf(game: Pick<GameInfo, 'presets'>, chosen: Values): string {
  const same = ({ options }: Preset) =>
    Object.keys({ ...options, ...chosen }).every((name) => options[name] === chosen[name]);
  return game.presets.find(same)?.name ?? CUSTOM;
}

/** The values of all options with a preset. */
export function presetValues(game: Pick<GameInfo, 'presets' | 'options'>, name: string): Values {
  const preset = game.presets.find((each) => each.name === name);
  return { ...defaults(game.options), ...preset?.options };
}

/** The presets to choose from; `CUSTOM` is among them only while it is chosen. */
export function presetChoices(
  game: Pick<GameInfo, 'name' | 'presets'>,
  chosen: string,
): (OptionLabel & { value: string })[] {
  const named = game.presets.map(({ name: value }) => ({
    value,
    ...labelOf(`${game.name}.preset`, `${game.name}.preset_help`, value),
  }));
  if (chosen !== CUSTOM) return named;
  return [
    ...named,
    { value: CUSTOM, title: t('page.new.custom'), text: t('page.new.custom_help') },
  ];
}

export const NO_CLOCK = '';

/** Seconds per move, within one sitting or over days. */
const PACES_S = [15, 30, 60, 120, 300, DAY_S, 3 * DAY_S, 7 * DAY_S];

/** Usual total times with increments, from fast games to games over days. */
const TOTALS: readonly TotalTime[] = [
  { base: 180, increment: 2 },
  { base: 300, increment: 3 },
  { base: 600, increment: 5 },
  { base: 1800, increment: 20 },
  { base: 3 * DAY_S, increment: DAY_S / 2 },
];

/** The parts of a total time of the player's own. */
const BASES_S = [30, 60, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600, 7200].concat(
  [1, 2, 3, 5, 7, 14].map((days) => days * DAY_S),
);
const INCREMENTS_S = [0, 1, 2, 3, 5, 10, 15, 20, 30, 60, 3600, 6 * 3600, 12 * 3600, DAY_S];

/** The choice of a total time of the player's own. */
export const OWN_TOTAL = 'own';

/** The clocks to choose from; running out of total time needs somebody to lose to. */
export function clockChoices(opponents: boolean): { value: string; title: string }[] {
  const paces = PACES_S.map((seconds) => ({
    value: String(seconds),
    title: t('page.pace.each', { time: durationText(seconds) }),
  }));
  const totals = TOTALS.map((total) => ({
    value: `${total.base}+${total.increment}`,
    title: totalText(total),
  }));
  return [
    { value: NO_CLOCK, title: t('page.pace.none') },
    ...paces,
    ...(opponents ? [...totals, { value: OWN_TOTAL, title: t('page.total.own') }] : []),
  ];
}

export function baseChoices(): { value: string; title: string }[] {
  return BASES_S.map((seconds) => ({ value: String(seconds), title: durationText(seconds) }));
}

export function incrementChoices(): { value: string; title: string }[] {
  return INCREMENTS_S.map((seconds) => ({ value: String(seconds), title: durationText(seconds) }));
}

/** The time limit that was chosen; `own` is the player's own total time. */
export function chosenClock(
  clock: string,
  own: { base: string; increment: string },
): Required<Pick<NewTable, 'pace' | 'total'>> {
  if (clock === NO_CLOCK) return { pace: null, total: null };
  const [base, increment] = clock === OWN_TOTAL ? [own.base, own.increment] : clock.split('+', 2);
  if (increment === undefined) return { pace: Number(clock), total: null };
  return { pace: null, total: { base: Number(base), increment: Number(increment) } };
}
