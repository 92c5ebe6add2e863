import type { Shortcut } from '../contract';

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['q'], text: 'quatrefoil.shortcut.twist_left' },
  { keys: ['e'], text: 'quatrefoil.shortcut.twist_right' },
];
