import type { Shortcut } from '../contract';

export const SHORTCUTS: readonly Shortcut[] = [{ keys: ['Enter'], text: 'pivit.shortcut.done' }];
