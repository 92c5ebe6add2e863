/** Guides are markdown; they are read into tokens and shown by components, never as raw HTML. */
import { lexer, type Token, type Tokens, type TokensList } from 'marked';

export type { Token, Tokens };

export function parse(text: string): TokensList {
  return lexer(text);
}

/** The name by which a heading can be linked to. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The chapters: headings of the second level. */
export function contents(tokens: readonly Token[]): { id: string; title: string }[] {
  return tokens
    .filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2)
    .map(({ text }) => ({ id: slug(text), title: text }));
}

/** Links lead within the page or to the web; anything else (`javascript:`) is left as its text. */
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

/** The lexer escapes some texts for HTML; components do that themselves. */
export function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
