// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { all, button, enabledMoves, labels, offer, played } from '../test-board.svelte';
import data from './introduction/introduction.json';
import { offerActions, setUp, show, shownMoves } from './test-board';
import { base, dual, revealed } from './test-views';

setUp();

describe('the controls', () => {
  it('offer eight pushes, two twists and the stack on the player’s turn', () => {
    show();
    expect(enabledMoves().sort()).toEqual([...data.moves, 'stack'].sort());
  });

  it('are focused in the order around the square, the stack last', () => {
    show();
    expect(shownMoves()[0]).toBe('twist anticlockwise');
    expect(shownMoves().at(-1)).toBe('stack');
    expect(all('[data-move]').every((each) => each.tagName === 'BUTTON')).toBe(true);
  });

  it.each([
    ['during another player’s turn', { moves: [] }],
    ['while a move is being sent', { busy: true }],
    ['at an earlier step', { live: false }],
  ])('are all shown, but disabled, %s', (_, more) => {
    show(more);
    expect(shownMoves().length).toBe(11);
    expect(enabledMoves()).toEqual([]);
    button('push north from west')?.click();
    expect(played).toEqual([]);
  });

  it('include only the pushes into the player’s own position in Dual', () => {
    const own = ['push north from east', 'push east from north'];
    const moves = offerActions('stack').filter(
      ({ move }) => !move.startsWith('push') || own.includes(move),
    );
    show({ moves, view: dual });
    expect(shownMoves().sort()).toEqual(
      [...own, 'stack', 'twist anticlockwise', 'twist clockwise'].sort(),
    );
  });

  it('keep the button for manual signals, disabled, after it was used', () => {
    const props = show({ moves: offerActions('stack', 'signal') });
    expect(enabledMoves()).toContain('signal');
    props.moves = offerActions('stack');
    flushSync();
    expect(shownMoves()).toContain('signal');
    expect(enabledMoves()).not.toContain('signal');
  });

  it('have no buttons to signal or to look at cards unless the game needs them', () => {
    show();
    expect(shownMoves()).not.toContain('signal');
    expect(shownMoves()).not.toContain('look');
  });

  it('offer only to look at the cards until the player has looked', () => {
    show({
      moves: offer('look'),
      view: { ...base, looked: [false, true, true, false], signals: [null, null, null, null] },
    });
    expect(enabledMoves()).toEqual(['look']);
    button('look')?.click();
    expect(played).toEqual(['look']);
    expect(labels('.thumb svg')).toEqual([
      'has looked at their cards',
      'has looked at their cards',
      'has not looked yet',
      'has not looked yet',
    ]);
  });

  it('are hidden from spectators and after the end', () => {
    show({ seat: null, moves: [] });
    expect(shownMoves()).toEqual([]);
    show({ view: { ...base, ...revealed, ending: 'time' }, moves: [] });
    expect(shownMoves()).toEqual([]);
  });
});

describe('a control', () => {
  it('is labelled with its push and the tokens that it moves in and out', () => {
    show();
    expect(button('push north from west')?.getAttribute('aria-label')).toBe(
      'push the north row from the west: purple in, green out',
    );
    expect(button('twist clockwise')?.getAttribute('aria-label')).toBe('twist clockwise');
    expect(button('stack')?.textContent?.trim()).toBe('Stack');
  });

  it('sends its move', () => {
    show();
    button('push north from west')?.click();
    button('stack')?.click();
    expect(played).toEqual(['push north from west', 'stack']);
  });

  it('says in its label if it is suggested', () => {
    show({ suggested: 'twist clockwise' });
    expect(button('twist clockwise')?.getAttribute('aria-label')).toBe(
      'twist clockwise (suggested)',
    );
    expect(button('twist clockwise')?.classList.contains('suggested')).toBe(true);
  });

  it('previews where the tokens would lie while a mouse points at it', () => {
    show();
    const ghosts = () => all('.ghost [data-piece]').map((each) => each.dataset['piece']);
    button('push north from west')?.dispatchEvent(
      new PointerEvent('pointerenter', { pointerType: 'mouse' }),
    );
    flushSync();
    expect(ghosts()).toEqual(['P', 'R', 'G']);
    button('push north from west')?.dispatchEvent(new PointerEvent('pointerleave'));
    flushSync();
    expect(ghosts()).toEqual([]);
  });

  it('handles the arrow keys, so that they do not scroll the page', () => {
    show();
    const corner = button('twist anticlockwise');
    corner?.focus();
    const key = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true });
    corner?.dispatchEvent(key);
    expect(key.defaultPrevented).toBe(true);
  });
});
