/** All texts of the page, from the message catalogues: `t('page.home.title')`. */

import catalogues from 'virtual:messages';
import { untrack } from 'svelte';
import type { Message } from '../wire';
import { catalogue } from './catalogue.svelte';
import { type Args, formatPattern, joinList, UnknownMessage } from './patterns';

/** The languages that have catalogues. */
export function languages(): string[] {
  return Object.keys(catalogues);
}

/** The first available language; English if there is none. */
export function bestLanguage(wanted: readonly string[], known = languages()): string {
  const short = wanted.map((language) => language.toLowerCase().split('-')[0] ?? '');
  return short.find((language) => known.includes(language)) ?? 'en';
}

/** Load the messages of the home page; required before any text is shown. */
export async function loadHomeMessages(language: string): Promise<void> {
  const words = await catalogues[language]?.home();
  catalogue.load(language, words?.default ?? {});
}

let loadingOthers: Promise<void> | undefined;

/** Load the messages of the other pages, unless they are loaded; required before they are shown. */
export function loadOtherMessages(): Promise<void> {
  // A page that waits for them must not be loaded again when a game's messages are added.
  loadingOthers ??= untrack(() => loadLanguage(catalogue.language));
  loadingOthers.catch(() => {
    loadingOthers = undefined;
  });
  return loadingOthers;
}

/** Load a language's messages for all pages. */
export async function loadLanguage(language: string): Promise<void> {
  let games: readonly string[];
  let loaded: ({ default: Record<string, string> } | undefined)[];
  do {
    games = catalogue.games;
    loaded = await Promise.all([
      catalogues[language]?.home(),
      catalogues[language]?.later(),
      ...games.map((game) => catalogues[language]?.games[game]?.()),
    ]);
    // A game's messages may have been loaded in the meantime.
  } while (games !== catalogue.games);
  catalogue.load(language, Object.assign({}, ...loaded.map((words) => words?.default)));
}

/**
 * Load the other messages of a game, or of a page that has its own; required before a board, a log
 * or rules are shown.
 */
export async function loadGameMessages(game: string): Promise<void> {
  while (!catalogue.games.includes(game)) {
    const { language } = catalogue;
    const words = await catalogues[language]?.games[game]?.();
    // The language may have been changed in the meantime.
    if (language === catalogue.language) catalogue.addGame(game, words?.default ?? {});
  }
}

/** Whether the messages of a game are loaded. */
export function hasGameMessages(game: string): boolean {
  return catalogue.games.includes(game);
}

export function language(): string {
  return catalogue.language;
}

/** Whether the catalogue has this message. */
export function hasMessage(id: string): boolean {
  return catalogue.has(id);
}

/** The text of a message id. `names` are the players' names by seat. */
export function t(id: string, args: Args = {}, names: readonly string[] = []): string {
  return formatPattern(catalogue.pattern(id), args, catalogue, names);
}

/**
 * The text of a message from the server; its id if it is newer than this page. `you` is the
 * reader's seat, if they have one: “You win”, not “Ada wins”.
 */
export function formatMessage(
  message: Message,
  names: readonly string[] = [],
  you: number | null = null,
): string {
  try {
    const { id, args } = addressed(message, you);
    return t(id, args, names);
  } catch (error) {
    if (error instanceof UnknownMessage) return message.id;
    throw error;
  }
}

/** The form of a message that addresses the player named by one of its arguments. */
const FORMS_OF_ADDRESS = {
  seat: 'you',
  seats: 'you',
  up: 'you',
  actor: 'you_actor',
  rival: 'you_rival',
} as const;

/** The message in the form for the player it is about, if that is the reader. */
export function addressed(message: Message, you: number | null): Message {
  if (you === null) return message;
  const { args } = message;
  for (const [role, form] of Object.entries(FORMS_OF_ADDRESS)) {
    const player = args[role];
    const id = `${message.id}.${form}`;
    if (!hasMessage(id)) continue;
    if (player === you) return { id, args };
    if (!Array.isArray(player) || !player.includes(you)) continue;
    return { id, args: { ...args, others: player.filter((other) => other !== you) } };
  }
  return message;
}

/** Items as a list in a sentence: “Ada, Ben and Cy”. */
export function formatList(items: readonly string[]): string {
  return joinList(items, catalogue.language);
}

/** The text of a term; the term itself if the catalogue does not have it. */
export function term(prefix: string, value: string): string {
  const id = `${prefix}.${value}`;
  return hasMessage(id) ? t(id) : value;
}

/**
 * The text of the rule behind a refusal: `quatrefoil:L74` is `quatrefoil.rule.L74` or, if that
 * sentence of the rulebook says several things, `L74a`, `L74b`, … Empty if no catalogue has it.
 */
export function ruleText(id: string, names: readonly string[] = []): string {
  const stem = id.replace(':', '.rule.');
  const parts = [stem, ...[...'abcdefgh'].map((letter) => stem + letter)].filter(hasMessage);
  return parts.map((part) => t(part, {}, names)).join(' ');
}
