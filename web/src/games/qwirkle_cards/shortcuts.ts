import type { Shortcut } from '../contract';

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Enter'], text: 'qwirkle_cards.shortcut.play' },
  { keys: ['Escape'], text: 'qwirkle_cards.shortcut.let_go' },
];
