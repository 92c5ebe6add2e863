/** The page's language: the reader's choice, otherwise the browser's preference. */
import { readStored, store } from '../app/storage';
import { bestLanguage, loadLanguage } from '.';

const KEY = 'quincunx.language';

export function startLanguage(): Promise<void> {
  const chosen = readStored(KEY);
  return applyLanguage(bestLanguage(chosen === null ? navigator.languages : [chosen]));
}

export async function chooseLanguage(language: string): Promise<void> {
  await applyLanguage(language);
  store(KEY, language);
}

async function applyLanguage(language: string): Promise<void> {
  await loadLanguage(language);
  document.documentElement.lang = language;
}

/** A language's own name: “Deutsch”. */
export function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
