/** Texts for a game's options. */

import { hasMessage, t, term } from '../../messages';

/** Label of an option or of one of its values: a short name, and a help text, if any. */
export interface OptionLabel {
  title: string;
  text: string;
}

export function optionLabel(game: string, option: string): OptionLabel {
  return labelOf(`${game}.option`, `${game}.option_help`, option);
}

export function choiceLabel(game: string, option: string, value: string): OptionLabel {
  return labelOf(`${game}.option.${option}`, `${game}.option_help.${option}`, value);
}

/** Label of a value by the prefixes of its names and help texts. */
export function labelOf(names: string, helps: string, value: string): OptionLabel {
  const help = `${helps}.${value}`;
  return { title: term(names, value), text: hasMessage(help) ? t(help) : '' };
}

/** A number or a list of numbers. */
export function valueText(value: unknown): string {
  const text = String(value);
  return /^[\d ]+$/.test(text) ? text.trim().split(/ +/).join(', ') : text;
}
