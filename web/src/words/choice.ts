/** Which language is spoken: the one that the reader chose, else the one that the browser likes best. */
import { keep, recall } from '../storage';
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

/** What a language calls itself: “Deutsch”. */
export function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
