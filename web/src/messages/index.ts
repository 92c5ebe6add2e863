/** All texts of the page, from the message catalogues: `t('page.home.title')`. */
import catalogues from 'virtual:words';
import type { Message } from '../wire';
import { tongue } from './catalogue.svelte';
import { type Args, fill, listed, UnknownMessage } from './patterns';

/** The languages that have catalogues. */
export function languages(): string[] {
  return Object.keys(catalogues);
}

/** The first available language; English if there is none. */
export function bestLanguage(wanted: readonly string[], known = languages()): string {
  const short = wanted.map((language) => language.toLowerCase().split('-')[0] ?? '');
  return short.find((language) => known.includes(language)) ?? 'en';
}

/** Load a language's messages; required before any text is shown. */
export async function speak(language: string): Promise<void> {
  const words = await catalogues[language]?.();
  tongue.speak(language, words?.default ?? {});
}

export function language(): string {
  return tongue.language;
}

/** Whether the catalogue has this message. */
export function knows(id: string): boolean {
  return tongue.knows(id);
}

/** The text of a message id. `names` are the players' names by seat. */
export function say(id: string, args: Args = {}, names: readonly string[] = []): string {
  return fill(tongue.pattern(id), args, tongue, names);
}

/** The text of a message from the server; its id if it is newer than this page. */
export function tell(message: Message, names: readonly string[] = []): string {
  try {
    return say(message.id, message.args, names);
  } catch (error) {
    if (error instanceof UnknownMessage) return message.id;
    throw error;
  }
}

/** Items as a list in a sentence: “Ada, Ben and Cy”. */
export function enumerate(items: readonly string[]): string {
  return listed(items, tongue.language);
}

/** The text of a term; the term itself if the catalogue does not have it. */
export function term(prefix: string, value: string): string {
  const id = `${prefix}.${value}`;
  return knows(id) ? say(id) : value;
}

/**
 * The text of the rule behind a refusal: `quatrefoil:L74` is `quatrefoil.rule.L74` or, if that
 * sentence of the rulebook says several things, `L74a`, `L74b`, … Empty if no catalogue has it.
 */
export function rule(id: string, names: readonly string[] = []): string {
  const stem = id.replace(':', '.rule.');
  const parts = [stem, ...[...'abcdefgh'].map((letter) => stem + letter)].filter(knows);
  return parts.map((part) => say(part, {}, names)).join(' ');
}
