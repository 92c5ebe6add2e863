/** Divides plain text into paragraphs, and finds the links in it. Nothing in it is HTML. */

export interface TextPart {
  text: string;
  /** The address of a link; `null` for words. */
  href: string | null;
}

/** Web addresses without the punctuation after them, and e-mail addresses; lengths are bounded. */
const LINK =
  /https?:\/\/[^\s<>"]{0,2000}[^\s<>".,;:!?)\]’”]|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

export function paragraphs(text: string): string[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of text.matchAll(LINK)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index), href: null });
    const [link] = found;
    parts.push({ text: link, href: link.startsWith('http') ? link : `mailto:${link}` });
    end = found.index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}
