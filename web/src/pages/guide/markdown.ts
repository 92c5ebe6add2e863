/** Parses the guides' Markdown into tokens, which components render; never raw HTML. */
import { lexer, type Token, type Tokens, type TokensList } from 'marked';

export type { Token, Tokens };

export function parse(text: string): TokensList {
  return lexer(text);
}

/** The anchor of a heading. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The chapters: second-level headings. */
export function contents(tokens: readonly Token[]): { id: string; title: string }[] {
  return tokens
    .filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2)
    .map(({ text }) => ({ id: slug(text), title: text }));
}

/** Allow links within the page or to the web; others (`javascript:`) are shown as text. */
export function safeLink(href: string): string | null {
  return /^(https?:\/\/|\/(?!\/)|#)/.test(href) ? href : null;
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Undo the lexer's HTML escaping; Svelte escapes by itself. */
export function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
