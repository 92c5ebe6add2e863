/** For tests of boards: mounts components, finds what they draw and records what a board sends. */
import { type Component, flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { loadGameMessages, loadLanguage } from '../messages';
import type { BoardProps, Offer } from './contract';

let mounted: ReturnType<typeof mount>[] = [];

/** The moves that the board has sent in the current test. */
export const played: string[] = [];

/** The drafts that the board has sent in the current test. */
export const drafts: unknown[] = [];

/**
 * Load the messages of a game, and clean up after each test. Every test file calls this itself:
 * a module is loaded once for all files, so an import would do it for the first file only.
 */
export function setUpBoardTests(game: string): void {
  beforeAll(async () => {
    await loadLanguage('en');
    await loadGameMessages(game);
  });
  beforeEach(() => {
    played.length = 0;
    drafts.length = 0;
  });
  afterEach(async () => {
    for (const each of mounted) await unmount(each);
    mounted = [];
    document.body.replaceChildren();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
}

/** Replaces `Element.animate` after `mockAnimations()`: the animations never end. */
export const animate = vi.fn(
  (_frames: Keyframe[], _timing: { duration: number; delay: number }) => ({ cancel() {} }),
);

/** Replace the animations of happy-dom, which report an error when a board cancels them. */
export function mockAnimations(): void {
  beforeEach(() => {
    animate.mockClear();
    vi.spyOn(Element.prototype, 'animate').mockImplementation(
      animate as unknown as Element['animate'],
    );
    vi.spyOn(Element.prototype, 'getAnimations').mockReturnValue([]);
  });
}

export function render<Props extends object>(component: Component<Props>, props: Props): void {
  mounted.push(mount(component, { target: document.body, props }));
  flushSync();
}

/**
 * Mount a board at seat 0 of a game in progress, and return its props: the board follows when a
 * test changes them. Drafts that the board sends come back to it, as from the server.
 */
export function showBoard<View>(
  board: Component<BoardProps<View>>,
  given: Pick<BoardProps<View>, 'view' | 'moves' | 'names'> & Partial<BoardProps<View>>,
): BoardProps<View> {
  const props: BoardProps<View> = $state({
    seat: 0,
    live: true,
    busy: false,
    onmove: (move) => played.push(move),
    draft: null,
    ondraft: (draft) => {
      drafts.push(draft);
      props.draft = draft;
    },
    faults: [],
    ...given,
  });
  render(board, props);
  return props;
}

export const offer = (...moves: string[]): Offer[] => moves.map((move) => ({ move, effect: null }));

export const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

export const text = (selector: string) =>
  document.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim();

export const labels = (selector: string) =>
  all(selector).map((each) => each.getAttribute('aria-label'));

/** The button of a move. */
export const button = (move: string) =>
  document.querySelector<HTMLElement>(`[data-move="${move}"]`);

/** The moves that have a button which is not disabled. */
export const enabledMoves = () =>
  all('[data-move]:not([aria-disabled="true"])').map((each) => each.dataset['move'] ?? '');

/** Finish the current lesson of an introduction. */
export function nextLesson(): void {
  all('.steps button').at(-1)?.click();
  flushSync();
}
