/** The chat of a table, and the number of unread messages. */
import { blocks } from '../../relations/blocks.svelte';
import type { ShownReaction } from '../../ui/board/seat-people';
import type { Person, Said } from '../../wire';

/** Maximum length of a message, in characters. */
export const MAX_MESSAGE_LENGTH = 300;

/** How long a reaction is shown at the seat of its sender. */
const REACTION_SHOWN_MS = 4000;

export class ChatState {
  /** The message being written; it outlives the chat panel. */
  text = $state('');

  #said = $state.raw<readonly Said[]>([]);
  /** Reactions that have just arrived, the latest of each person. */
  #fresh = $state.raw<readonly ShownReaction[]>([]);
  #visible = $state(false);
  /** Number of the last message that was visible. */
  #lastRead = $state(-1);

  /** All messages but those of blocked people; notes alone until it is known who is blocked. */
  readonly shown = $derived(this.#said.filter(isVisible));
  /** The reactions to show at the seats now. */
  readonly reactions = $derived(this.#fresh.filter(isVisible));
  readonly unread = $derived(
    this.#visible
      ? 0
      : this.shown.filter(
          ({ number, person, reaction }) =>
            person !== null && reaction === null && number > this.#lastRead,
        ).length,
  );
  /** Blocked people who have written something here. */
  readonly blocked = $derived(
    blocks.people.filter(({ id }) => this.#said.some(({ person }) => person?.id === id)),
  );

  /** Whether the chat is visible. */
  get isVisible(): boolean {
    return this.#visible;
  }

  /** Mark the chat as visible until the returned function is called. */
  markVisible(): () => void {
    this.#visible = true;
    return () => {
      this.#visible = false;
      this.#lastRead = this.#last;
    };
  }

  /** Add messages from before joining, or from while the connection was lost. */
  addEarlier(said: readonly Said[]): void {
    const arriving = this.#said.length === 0;
    for (const each of said) this.add(each);
    if (arriving) this.#lastRead = this.#last;
  }

  add(said: Said): void {
    if (said.number > this.#last) this.#said = [...this.#said, said];
  }

  /** Add a message that has just been written; a reaction is shown for a while. */
  addNew(said: Said): void {
    if (said.number <= this.#last) return;
    this.add(said);
    if (!isReaction(said)) return;
    this.#fresh = [...this.#fresh.filter(({ person }) => person.id !== said.person.id), said];
    setTimeout(() => {
      this.#fresh = this.#fresh.filter(({ number }) => number !== said.number);
    }, REACTION_SHOWN_MS);
  }

  get #last(): number {
    return this.#said.at(-1)?.number ?? -1;
  }
}

/** Whether a message is shown: not if its author is blocked. */
function isVisible({ person }: Pick<Said, 'person'>): boolean {
  return person === null || (blocks.isLoaded && !blocks.isBlocked(person));
}

function isReaction(said: Said): said is ShownReaction {
  return said.person !== null && said.reaction !== null;
}

/** Whether the same person wrote the previous message, so that the name is not repeated. */
export function isSameAuthor(before: Said | undefined, person: Person | null): boolean {
  return person !== null && before?.person?.id === person.id;
}
