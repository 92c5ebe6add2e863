import type { Shortcut } from '../contract';

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['q'], text: 'quivvit.shortcut.rotate_left' },
  { keys: ['e'], text: 'quivvit.shortcut.rotate_right' },
  { keys: ['Enter'], text: 'quivvit.shortcut.confirm' },
  { keys: ['Escape'], text: 'quivvit.shortcut.put_back' },
];
