/** The page's language: the reader's choice, otherwise the browser's preference. */
import { readStored, store } from '../app/storage';
import { bestLanguage, loadHomeMessages, loadLanguage } from '.';

const KEY = 'quincunx.language';

/** Load what the home page needs in the reader's language. */
export async function startLanguage(): Promise<void> {
  const chosen = readStored(KEY);
  const language = bestLanguage(chosen === null ? navigator.languages : [chosen]);
  await loadHomeMessages(language);
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: string): Promise<void> {
  await loadLanguage(language);
  document.documentElement.lang = language;
  store(KEY, language);
}

/** A language's own name: “Deutsch”. */
export function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
