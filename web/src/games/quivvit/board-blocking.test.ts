// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { button, offer, played, text } from '../test-board.svelte';
import { cell, description, held, setUp, show, tap } from './test-board';
import { base, blocking } from './test-views';

setUp();

const blockOrDecline = offer('decline', 'block c3', 'quiet');

describe('a player who may block', () => {
  it('chooses a card, then confirms covering it', () => {
    show({ view: blocking, moves: blockOrDecline });
    expect(text('.line p')).toBe('Cover a card before Ada plays? It stays covered.');
    expect(description('d4')).toBe('d4: covered by Ada');
    expect(button('block')?.getAttribute('aria-disabled')).toBe('true');
    tap(cell('b2'));
    expect(held()).toEqual([]);
    tap(cell('c3'));
    expect(text('[data-move="block c3"]')).toBe('Cover c3');
    tap(button('block c3'));
    expect(played).toEqual(['block c3']);
  });

  it('can decline, and can stop being asked', () => {
    show({ view: blocking, moves: blockOrDecline });
    tap(button('decline'));
    tap(button('quiet'));
    expect(played).toEqual(['decline', 'quiet']);
  });

  it('can ask to be asked again at any time', () => {
    show({ view: { ...blocking, phase: 'turn', waiting: [] }, moves: offer('ask') });
    tap(button('ask'));
    expect(played).toEqual(['ask']);
  });

  it('keeps the chosen card while others answer, unless they cover it', () => {
    const props = show({ view: blocking, moves: blockOrDecline });
    tap(cell('c3'));
    props.view = { ...blocking, waiting: [0] };
    flushSync();
    expect(held()).toEqual(['c3']);
    Object.assign(props, {
      view: { ...blocking, waiting: [0], blocks: [null, 'd4', 'c3'] },
      moves: offer('decline', 'block e5'),
    });
    flushSync();
    expect(held()).toEqual([]);
  });
});

it('a player can draw the bonus card at the end, or decline it', () => {
  show({
    view: { ...base, phase: 'bonus', turn: null, waiting: [0, 2] },
    moves: offer('draw', 'decline'),
  });
  tap(button('draw'));
  tap(button('decline'));
  expect(played).toEqual(['draw', 'decline']);
});
