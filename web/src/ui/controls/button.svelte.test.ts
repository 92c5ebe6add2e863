// @vitest-environment happy-dom
import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadLanguage } from '../../messages';
import Boundary from '../Boundary.svelte';
import Button from './Button.svelte';

let mounted: Record<string, unknown>[] = [];

beforeAll(() => loadLanguage('en'));
afterEach(async () => {
  for (const each of mounted) await unmount(each);
  mounted = [];
  document.body.replaceChildren();
});

it('a disabled button ignores presses and keeps the focus', () => {
  let presses = 0;
  const props = $state({
    disabled: false,
    type: 'submit' as const,
    onclick: () => presses++,
  });
  mounted.push(mount(Button, { target: document.body, props }));
  const button = document.querySelector('button') as HTMLButtonElement;
  /** Whether the browser would continue, for example submit a form. */
  const press = () =>
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  button.focus();
  expect(press()).toBe(true);
  expect(presses).toBe(1);
  props.disabled = true;
  flushSync();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(press()).toBe(false);
  expect(presses).toBe(1);
});

it('a boundary contains an error and can try again', () => {
  let broken = true;
  const children = createRawSnippet(() => ({
    render: () => {
      if (broken) throw new Error('broken on purpose');
      return '<p>all is well</p>';
    },
  }));
  const said = console.error;
  console.error = () => {};
  mounted.push(mount(Boundary, { target: document.body, props: { children } }));
  flushSync();
  console.error = said;
  expect(document.body.textContent).toContain('Something went wrong');
  broken = false;
  const again = [...document.querySelectorAll('button')].find(
    (button) => button.textContent?.trim() === 'Try again',
  );
  again?.click();
  flushSync();
  expect(document.body.textContent).toContain('all is well');
});
