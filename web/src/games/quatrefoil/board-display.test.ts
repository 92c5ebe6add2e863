// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { all, labels, offer } from '../test-board.svelte';
import { setUp, show } from './test-board';
import { base, dual, revealed } from './test-views';

setUp();

describe('the board', () => {
  it('has a description in one sentence', () => {
    show();
    expect(document.querySelector('.said')?.textContent).toBe(
      'Northwest red, northeast green, southeast blue, southwest yellow; free purple.',
    );
  });

  it('shows the player’s own cards, and names, backs of cards and thumbs of all seats', () => {
    show();
    expect(labels('.cards')).toEqual([
      'colour card face down and position card face down',
      'colour card face down and position card face down',
      'colour card face down and position card face down',
      'red card and northwest card',
    ]);
    expect(all('.seat .name').map((each) => each.textContent?.trim())).toEqual([
      'Ada',
      'Ben',
      'Cleo',
      'You',
    ]);
    expect(labels('.thumb svg')).toEqual(['thumbs down', 'thumbs down', 'thumbs up', 'thumbs up']);
    expect(labels('.acts .pointer')).toEqual(['To play:']);
  });

  it('shows the other players clockwise from the left', () => {
    show({ seat: 2 });
    expect(all('.others .name').map((each) => each.textContent?.trim())).toEqual([
      'Cleo',
      'Mia',
      'Ada',
    ]);
  });

  it('shows all four players in the same way to spectators', () => {
    show({ seat: null, moves: [] });
    expect(all('.others .seat').length).toBe(4);
    expect(all('.mine').length).toBe(0);
  });

  it('distinguishes a missing signal from thumbs down', () => {
    show({ view: { ...base, signals: [null, false, null, true] } });
    expect(labels('.thumb svg')).toEqual(['thumbs down', 'no signal', 'thumbs up', 'no signal']);
  });

  it('has no colour cards and no thumbs in Dual', () => {
    show({ view: dual });
    expect(labels('.mine .cards')).toEqual(['northwest card']);
    expect(all('.thumb svg').length).toBe(0);
  });

  it('shows what is known of the target, the north card, the actions and the fewest possible', () => {
    const props = show();
    const picture = () => labels('figure [role="img"]')[0];
    expect(picture()).toBe('northwest red');
    expect(labels('.north [role="img"]')).toEqual(['North, with a colour card face down']);
    expect(all('.count').map((each) => each.textContent.trim())).toEqual(['3 actions']);
    props.view = { ...base, ...revealed };
    flushSync();
    expect(picture()).toBe(
      'northwest red, northeast purple, southeast green, southwest yellow and free blue',
    );
    expect(labels('.north [role="img"]')).toEqual(['North, with the blue card']);
    expect(all('.count').map((each) => each.textContent.trim())).toEqual([
      '3 actions',
      'fewest: 2',
    ]);
    props.view = { ...base, target: [null, null, null, null, null] };
    flushSync();
    expect(picture()).toBe('nothing known yet');
  });

  it('shows how many actions are left, and when only the stack remains', () => {
    const props = show({ view: { ...base, left: 6 } });
    const counted = () =>
      document.querySelector('.count')?.textContent?.split(/\s+/).join(' ').trim();
    expect(counted()).toBe('3 actions 6 left');
    expect(document.querySelector('.only')).toBeNull();
    props.view = { ...base, actions: 9, left: 0 };
    props.moves = offer('stack');
    flushSync();
    expect(document.querySelector('.only')?.textContent).toBe('You can only stack now');
    props.view = { ...base, ...revealed, actions: 9, left: 0, ending: 'stack' };
    flushSync();
    expect(document.querySelector('.only')).toBeNull();
    expect(counted()).toBe('9 actions');
  });

  it('shows the solution after the end, and which tokens were right or wrong', () => {
    show({ view: { ...base, ...revealed, ending: 'stack' }, moves: [] });
    expect(document.querySelector('figcaption')?.textContent).toBe('Solution');
    expect(labels('.mark svg').sort()).toEqual(
      ['blue: wrong', 'green: wrong', 'purple: wrong', 'red: right', 'yellow: right'].sort(),
    );
    expect(document.querySelector('.said')?.textContent).toContain('purple stacked on top');
    expect(all('.acts').length).toBe(0);
  });
});
