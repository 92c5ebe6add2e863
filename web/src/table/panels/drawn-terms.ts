/** Messages of which some terms are drawn as pieces instead of written as words. */

import { addressed } from '../../messages';
import { catalogue } from '../../messages/catalogue.svelte';
import { formatPattern, listSeparators, UnknownMessage } from '../../messages/patterns';
import type { Message } from '../../wire';

/** Text, or terms to draw side by side. */
export type MessagePart = string | readonly string[];

// Private-use characters, which no text contains.
const OPEN = '\uE000';
const CLOSE = '\uE001';

/**
 * Split a message into text and the terms with this prefix (`qwirkle_cards.card`); `null` if it has
 * none. What separates the terms of a list is left out.
 */
export function messageParts(
  message: Message,
  names: readonly string[],
  prefix: string,
  you: number | null = null,
): MessagePart[] | null {
  const { id, args } = addressed(message, you);
  const start = `${prefix}.`;
  const marking = {
    language: catalogue.language,
    pattern: (each: string) =>
      each.startsWith(start) ? OPEN + each.slice(start.length) + CLOSE : catalogue.pattern(each),
  };
  const text = formatted(id, args, marking, names);
  return text?.includes(OPEN) ? joined(text.split(OPEN)) : null;
}

function formatted(...[id, args, marking, names]: Formatting): string | null {
  try {
    return formatPattern(catalogue.pattern(id), args, marking, names);
  } catch (error) {
    if (error instanceof UnknownMessage) return null;
    throw error;
  }
}

type Formatting = [
  id: string,
  args: Message['args'],
  marking: Parameters<typeof formatPattern>[2],
  names: readonly string[],
];

function joined([first = '', ...rest]: readonly string[]): MessagePart[] {
  const separators = listSeparators(catalogue.language);
  const parts: MessagePart[] = first ? [first] : [];
  let terms: string[] = [];
  for (const [index, piece] of rest.entries()) {
    const [term = '', after = ''] = piece.split(CLOSE);
    terms.push(term);
    if (index < rest.length - 1 && separators.has(after)) continue;
    parts.push(terms);
    if (after) parts.push(after);
    terms = [];
  }
  return parts;
}
