/** The current language and its messages, as reactive state: texts change with it. */
import { type Tongue, UnknownMessage } from './patterns';

class Spoken implements Tongue {
  language = $state('en');
  #catalogue = $state.raw<ReadonlyMap<string, string>>(new Map());

  speak(language: string, catalogue: Record<string, string>): void {
    this.language = language;
    this.#catalogue = new Map(Object.entries(catalogue));
  }

  knows(id: string): boolean {
    return this.#catalogue.has(id);
  }

  pattern(id: string): string {
    const text = this.#catalogue.get(id);
    if (text === undefined) throw new UnknownMessage(id);
    return text;
  }
}

export const tongue = new Spoken();
