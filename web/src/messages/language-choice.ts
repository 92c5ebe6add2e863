/** The page's language: the reader's choice, otherwise the browser's preference. */
import { keep, recall } from '../app/storage';
import { bestLanguage, speak } from '.';

const KEY = 'quincunx.language';

export function startSpeaking(): Promise<void> {
  const chosen = recall(KEY);
  return speakOnPage(bestLanguage(chosen === null ? navigator.languages : [chosen]));
}

export async function chooseLanguage(language: string): Promise<void> {
  await speakOnPage(language);
  keep(KEY, language);
}

async function speakOnPage(language: string): Promise<void> {
  await speak(language);
  document.documentElement.lang = language;
}

/** A language's own name: “Deutsch”. */
export function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
