/** The current language and its messages, as reactive state: texts change with it. */
import { type Catalogue, UnknownMessage } from './patterns';

class LoadedCatalogue implements Catalogue {
  language = $state('en');
  /** The games whose messages are loaded. */
  games = $state.raw<readonly string[]>([]);
  #patterns = $state.raw<ReadonlyMap<string, string>>(new Map());

  load(language: string, patterns: Record<string, string>): void {
    this.language = language;
    this.#patterns = new Map(Object.entries(patterns));
  }

  addGame(game: string, patterns: Record<string, string>): void {
    this.games = [...this.games, game];
    this.#patterns = new Map([...this.#patterns, ...Object.entries(patterns)]);
  }

  has(id: string): boolean {
    return this.#patterns.has(id);
  }

  pattern(id: string): string {
    const text = this.#patterns.get(id);
    if (text === undefined) throw new UnknownMessage(id);
    return text;
  }
}

export const catalogue = new LoadedCatalogue();
