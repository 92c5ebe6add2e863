/** Keyboard shortcuts of boards and pages. */

const FIELDS = 'input, textarea, select, [contenteditable], dialog';
/** Space and Enter press the control that has the focus. */
const CONTROLS = 'a, button, summary, [role="button"], [role="grid"]';

/**
 * The key of a shortcut: `Space`, `Enter`, `?`, a digit or a small letter. `null` while the reader
 * types, holds another key or has a dialog open, and if the focused control uses the key itself.
 */
export function shortcutOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.repeat) return null;
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(FIELDS) || document.querySelector('dialog[open]')) return null;
  const key = keyOf(event);
  return (key === 'Space' || key === 'Enter') && target?.closest(CONTROLS) ? null : key;
}

function keyOf({ key, code }: KeyboardEvent): string {
  // On some keyboards digits need Shift.
  const [, digit] = /^(?:Digit|Numpad)([1-6])$/.exec(code) ?? [];
  if (digit) return digit;
  if (key === ' ') return 'Space';
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Run the action of a shortcut, if it has one. */
export function runShortcut(
  event: KeyboardEvent,
  actions: Readonly<Record<string, (() => void) | undefined>>,
): void {
  const action = actions[shortcutOf(event) ?? ''];
  if (!action) return;
  event.preventDefault();
  action();
}
