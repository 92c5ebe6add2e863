// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { runShortcut, shortcutOf } from './shortcut-keys';

afterEach(() => document.body.replaceChildren());

/** The shortcut of a key that is pressed in an element. */
function pressed(init: KeyboardEventInit, html = '<p></p>'): string | null {
  document.body.innerHTML = html;
  const element = document.querySelector('[data-here]') ?? document.body.firstElementChild;
  let found: string | null = null;
  const listen = (event: KeyboardEvent) => {
    found = shortcutOf(event);
  };
  addEventListener('keydown', listen);
  element?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  removeEventListener('keydown', listen);
  return found;
}

it.each([
  [{ key: ' ' }, 'Space'],
  [{ key: 'Enter' }, 'Enter'],
  [{ key: 'Q' }, 'q'],
  [{ key: '?' }, '?'],
  [{ key: '&', code: 'Digit1' }, '1'],
  [{ key: '4', code: 'Numpad4' }, '4'],
])('%o is the shortcut %s', (init, expected) => {
  expect(pressed(init)).toBe(expected);
});

it.each([
  ['in a text field', { key: 'q' }, '<input>'],
  ['in a dialog', { key: 'q' }, '<dialog open><p data-here></p></dialog>'],
  ['while a dialog is open', { key: 'q' }, '<p></p><dialog open></dialog>'],
  ['with a modifier', { key: 'q', ctrlKey: true }, '<p></p>'],
  ['while the key is held', { key: ' ', repeat: true }, '<p></p>'],
  ['if the focused button uses it', { key: ' ' }, '<button></button>'],
])('a key is no shortcut %s', (_, init, html) => {
  expect(pressed(init, html)).toBe(null);
});

it('a shortcut runs its action and does not scroll the page', () => {
  const roll = vi.fn();
  const event = new KeyboardEvent('keydown', { key: ' ', cancelable: true });
  runShortcut(event, { Space: roll });
  expect([roll.mock.calls.length, event.defaultPrevented]).toEqual([1, true]);
  const other = new KeyboardEvent('keydown', { key: 'x', cancelable: true });
  runShortcut(other, { Space: roll });
  expect([roll.mock.calls.length, other.defaultPrevented]).toEqual([1, false]);
});
