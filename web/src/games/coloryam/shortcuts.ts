import type { Shortcut } from '../contract';

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Space'], text: 'coloryam.shortcut.roll' },
  { keys: ['1', '2', '3', '4', '5', '6'], text: 'coloryam.shortcut.keep' },
  { keys: ['Enter'], text: 'coloryam.shortcut.stop' },
];
