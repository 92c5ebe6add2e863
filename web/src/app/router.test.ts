import { describe, expect, it } from 'vitest';
import { isInternalLink, isPlainClick, paths, routeOf } from './router.svelte';

describe('routes', () => {
  it.each([
    ['/', { page: 'home', param: '' }],
    ['/lobby', { page: 'lobby', param: '' }],
    ['/daily', { page: 'daily', param: '' }],
    ['/daily/2026-11-15', { page: 'daily', param: '2026-11-15' }],
    ['/daily/someday', { page: 'missing', param: '' }],
    ['/daily/2026-13-45', { page: 'missing', param: '' }],
    ['/daily/2026-02-31', { page: 'missing', param: '' }],
    ['/deals/aB3', { page: 'deal', param: 'aB3' }],
    ['/new/quatrefoil', { page: 'new', param: 'quatrefoil' }],
    ['/table/aB3-_x', { page: 'table', param: 'aB3-_x' }],
    ['/replay/aB3', { page: 'replay', param: 'aB3' }],
    ['/games/quatrefoil/', { page: 'guide', param: 'quatrefoil' }],
    ['/puzzles', { page: 'puzzles', param: '' }],
    ['/puzzles/quivvit', { page: 'puzzles', param: 'quivvit' }],
    ['/people/aB3', { page: 'person', param: 'aB3' }],
    ['/settings', { page: 'settings', param: '' }],
    ['/password', { page: 'password', param: '' }],
    ['/email', { page: 'email', param: '' }],
    ['/email/stop', { page: 'stopMail', param: '' }],
    ['/nowhere', { page: 'missing', param: '' }],
    ['/table/', { page: 'missing', param: '' }],
    ['/table/a/b', { page: 'missing', param: '' }],
  ])('%s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it.each([
    [paths.home, { page: 'home', param: '' }],
    [paths.lobby, { page: 'lobby', param: '' }],
    [paths.daily(), { page: 'daily', param: '' }],
    [paths.daily('2026-11-15'), { page: 'daily', param: '2026-11-15' }],
    [paths.deal('x', 2), { page: 'deal', param: 'x' }],
    [paths.replay('x'), { page: 'replay', param: 'x' }],
    [paths.newTable('pivit'), { page: 'new', param: 'pivit' }],
    [paths.guide('pivit'), { page: 'guide', param: 'pivit' }],
    [paths.puzzles(), { page: 'puzzles', param: '' }],
    [paths.puzzles('pivit', 7), { page: 'puzzles', param: 'pivit' }],
    [paths.person('x'), { page: 'person', param: 'x' }],
    [paths.settings, { page: 'settings', param: '' }],
  ])('are found at their own path %s', (path, route) => {
    expect(routeOf(new URL(path, 'http://table.test').pathname)).toEqual(route);
  });

  it('have the seat of a shared deal in the query unless it is the first', () => {
    expect(paths.deal('x', 2)).toBe('/deals/x?seat=2');
    expect(paths.deal('x')).toBe('/deals/x');
  });

  it('have the invitation in the fragment, which is not sent to the server', () => {
    const url = new URL(paths.table('t1', 'secret'), 'http://table.test');
    expect(url.pathname).toBe('/table/t1');
    expect(url.hash).toBe('#secret');
    expect(paths.table('t1')).toBe('/table/t1');
  });
});

describe('links', () => {
  const here = { origin: 'http://table.test', pathname: '/games/quatrefoil' };
  const link = (href: string, attributes: Record<string, string> = {}) => {
    const url = new URL(href, here.origin + here.pathname);
    return {
      origin: url.origin,
      pathname: url.pathname,
      hash: url.hash,
      target: attributes['target'] ?? '',
      hasAttribute: (name: string) => name in attributes,
    };
  };

  it.each([
    ['/', {}, true],
    ['/table/x#invite', {}, true],
    ['#end', {}, false],
    ['http://elsewhere.test/', {}, false],
    ['/record.json', { download: '' }, false],
    ['/', { target: '_blank' }, false],
    ['/api/tables/x/record', {}, false],
  ])('%s %o is followed within the page: %s', (href, attributes, stays) => {
    expect(isInternalLink(link(href, attributes as Record<string, string>), here)).toBe(stays);
  });

  it('are left to the browser for clicks with modifiers or other buttons', () => {
    const click = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
    expect(isPlainClick(click)).toBe(true);
    expect(isPlainClick({ ...click, ctrlKey: true })).toBe(false);
    expect(isPlainClick({ ...click, button: 1 })).toBe(false);
  });
});
