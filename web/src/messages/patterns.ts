/**
 * Formats message patterns: the same small subset of ICU syntax as `core/messages.py`.
 *
 *     {name}                       the argument; decimals in the language's notation, lists with
 *                                  commas
 *     {name, seat}                 a seat number as that player's name
 *     {name, seats}                a list of seat numbers as names: Ada, Ben and Cy
 *     {name, word, prefix}         a term, looked up as `prefix.value`
 *     {name, words, prefix}        a list of such terms: red, green and blue
 *     {n, plural, =0 {none} one {# card} other {# cards}}
 *     {kind, select, push {…} other {…}}
 */
import type { Message } from '../wire';
import { isolated } from './isolate';

export type Args = Message['args'];
type Arg = Args[string];

export interface Catalogue {
  language: string;
  /** The pattern of an id; throws `UnknownMessage` if there is none. */
  pattern: (id: string) => string;
}

export class UnknownMessage extends Error {}

/** Format a pattern. `number` replaces `#`: the count of the enclosing plural. */
export function formatPattern(
  text: string,
  args: Args,
  catalogue: Catalogue,
  names: readonly string[],
  number = '#',
): string {
  return split(text)
    .map(({ literal, part }) =>
      literal ? part.replaceAll('#', number) : placeholder(part, args, catalogue, names),
    )
    .join('');
}

function placeholder(
  body: string,
  args: Args,
  catalogue: Catalogue,
  names: readonly string[],
): string {
  const [name, rest] = halves(body);
  const [kind, detail] = halves(rest);
  const value = args[name];
  if (value === undefined) throw new UnknownMessage(`no argument “${name}”`);
  switch (kind) {
    case '':
      return list(value)
        .map((each) => plain(each, catalogue.language))
        .join(', ');
    case 'seat':
      return seat(value, catalogue, names);
    case 'seats':
      return joinList(
        list(value).map((each) => seat(each, catalogue, names)),
        catalogue.language,
      );
    case 'word':
      return catalogue.pattern(`${detail}.${value}`);
    case 'words':
      return joinList(
        list(value).map((word) => catalogue.pattern(`${detail}.${word}`)),
        catalogue.language,
      );
    case 'plural': {
      const branch = choose(detail, `=${value}`, pluralCategory(value, catalogue.language));
      return formatPattern(branch, args, catalogue, names, plain(value, catalogue.language));
    }
    case 'select':
      return formatPattern(choose(detail, String(value)), args, catalogue, names);
    default:
      throw new UnknownMessage(`unknown placeholder kind “${kind}”`);
  }
}

function list(value: Arg): (string | number)[] {
  return Array.isArray(value) ? value : [value];
}

function plain(value: Arg, language: string): string {
  if (typeof value !== 'number') return isolated(String(value));
  const number = Number.isInteger(value) ? String(value) : decimal(value, language);
  return number.replace('-', '−');
}

/** A number with the decimal mark of the language, and without separators of thousands. */
function decimal(value: number, language: string): string {
  const options = { useGrouping: false, maximumFractionDigits: 20 };
  return new Intl.NumberFormat(locale(language), options).format(value);
}

function seat(value: Arg, catalogue: Catalogue, names: readonly string[]): string {
  const name = names[Number(value)];
  return name ?? catalogue.pattern('core.seat').replace('{number}', String(Number(value) + 1));
}

/** English means British English: its lists have no comma before “and”. */
const locale = (language: string) => (language === 'en' ? 'en-GB' : language);

/** Join items as a list in a sentence, with “and” before the last one. */
export function joinList(items: readonly string[], language: string): string {
  return new Intl.ListFormat(locale(language)).format(items);
}

/** What joins the items of a list: “, ” and “ and ”. */
export function listSeparators(language: string): ReadonlySet<string> {
  const format = new Intl.ListFormat(locale(language));
  const parts = [
    ['a', 'b'],
    ['a', 'b', 'c'],
  ].flatMap((items) => format.formatToParts(items));
  return new Set(parts.filter(({ type }) => type === 'literal').map(({ value }) => value));
}

function pluralCategory(value: Arg, language: string): string {
  if (typeof value !== 'number') return 'other';
  return new Intl.PluralRules(locale(language)).select(value);
}

function choose(detail: string, ...keys: string[]): string {
  const parts = split(detail);
  const branches = new Map<string, string>();
  for (let index = 0; index + 1 < parts.length; index += 2) {
    branches.set(parts[index]?.part.trim() ?? '', parts[index + 1]?.part ?? '');
  }
  for (const key of [...keys, 'other']) {
    const branch = branches.get(key);
    if (branch !== undefined) return branch;
  }
  throw new UnknownMessage(`no branch for “${keys[0]}”`);
}

function halves(text: string): [string, string] {
  const comma = text.indexOf(',');
  return comma < 0
    ? [text.trim(), '']
    : [text.slice(0, comma).trim(), text.slice(comma + 1).trim()];
}

/** Split into alternating literal text and brace bodies; braces may nest. */
function split(text: string): { literal: boolean; part: string }[] {
  const parts = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    if (letter === '{' && depth++ === 0) {
      parts.push({ literal: true, part: text.slice(start, index) });
      start = index + 1;
    } else if (letter === '}' && --depth === 0) {
      parts.push({ literal: false, part: text.slice(start, index) });
      start = index + 1;
    }
  }
  parts.push({ literal: true, part: text.slice(start) });
  return parts;
}
