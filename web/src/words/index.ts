/** All words of the page: `say('page.home.title')`. They come from the catalogues and nowhere else. */
import catalogues from 'virtual:words';
import type { Message } from '../wire';
import { type Args, fill, listed, UnknownMessage } from './patterns';
import { tongue } from './tongue.svelte';

/** The languages that there are words for. */
export function languages(): string[] {
  return Object.keys(catalogues);
}

/** The first of the wanted languages that there is; English if there is none. */
export function bestLanguage(wanted: readonly string[], known = languages()): string {
  const short = wanted.map((language) => language.toLowerCase().split('-')[0] ?? '');
  return short.find((language) => known.includes(language)) ?? 'en';
}

/** Loads all the words of a language; must be done before anything is said. */
export async function speak(language: string): Promise<void> {
  const words = await catalogues[language]?.();
  tongue.speak(language, words?.default ?? {});
}

export function language(): string {
  return tongue.language;
}

/** Whether there are words for this id. */
export function knows(id: string): boolean {
  return tongue.knows(id);
}

/** The sentence for an id. `names` are the players' names by seat. */
export function say(id: string, args: Args = {}, names: readonly string[] = []): string {
  return fill(tongue.pattern(id), args, tongue, names);
}

/** A message that somebody sent: as a sentence, or, if it is newer than this page, its bare id. */
export function tell(message: Message, names: readonly string[] = []): string {
  try {
    return say(message.id, message.args, names);
  } catch (error) {
    if (error instanceof UnknownMessage) return message.id;
    throw error;
  }
}

/** Items as a sentence lists them: “Ada, Ben and Cy”. */
export function enumerate(items: readonly string[]): string {
  return listed(items, tongue.language);
}

/** A term that may have words of its own; otherwise the term itself. */
export function term(prefix: string, value: string): string {
  const id = `${prefix}.${value}`;
  return knows(id) ? say(id) : value;
}

/**
 * The rule behind a refusal: `quatrefoil:L74` is `quatrefoil.rule.L74`, or, where that sentence of
 * the rulebook says several things, `L74a`, `L74b`, … Nothing where no catalogue has it.
 */
export function rule(id: string, names: readonly string[] = []): string {
  const stem = id.replace(':', '.rule.');
  const parts = [stem, ...[...'abcdefgh'].map((letter) => stem + letter)].filter(knows);
  return parts.map((part) => say(part, {}, names)).join(' ');
}
