import { describe, expect, it } from 'vitest';
import { isPlainClick, paths, routeOf, staysHere } from './router.svelte';

describe('routes', () => {
  it.each([
    ['/', { page: 'home', of: '' }],
    ['/lobby', { page: 'lobby', of: '' }],
    ['/daily', { page: 'daily', of: '' }],
    ['/daily/2026-11-15', { page: 'daily', of: '2026-11-15' }],
    ['/daily/someday', { page: 'missing', of: '' }],
    ['/daily/2026-13-45', { page: 'missing', of: '' }],
    ['/daily/2026-02-31', { page: 'missing', of: '' }],
    ['/deals/aB3', { page: 'deal', of: 'aB3' }],
    ['/new/quatrefoil', { page: 'new', of: 'quatrefoil' }],
    ['/table/aB3-_x', { page: 'table', of: 'aB3-_x' }],
    ['/replay/aB3', { page: 'replay', of: 'aB3' }],
    ['/games/quatrefoil/', { page: 'guide', of: 'quatrefoil' }],
    ['/people/aB3', { page: 'person', of: 'aB3' }],
    ['/settings', { page: 'settings', of: '' }],
    ['/nowhere', { page: 'missing', of: '' }],
    ['/table/', { page: 'missing', of: '' }],
    ['/table/a/b', { page: 'missing', of: '' }],
  ])('%s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it.each([
    [paths.home, { page: 'home', of: '' }],
    [paths.lobby, { page: 'lobby', of: '' }],
    [paths.daily(), { page: 'daily', of: '' }],
    [paths.daily('2026-11-15'), { page: 'daily', of: '2026-11-15' }],
    [paths.deal('x', 2), { page: 'deal', of: 'x' }],
    [paths.replay('x'), { page: 'replay', of: 'x' }],
    [paths.newTable('pivit'), { page: 'new', of: 'pivit' }],
    [paths.guide('pivit'), { page: 'guide', of: 'pivit' }],
    [paths.person('x'), { page: 'person', of: 'x' }],
    [paths.settings, { page: 'settings', of: '' }],
  ])('leads where its own path %s says', (path, route) => {
    expect(routeOf(new URL(path, 'http://table.test').pathname)).toEqual(route);
  });

  it('names the seat of a challenge in the query, except the first', () => {
    expect(paths.deal('x', 2)).toBe('/deals/x?seat=2');
    expect(paths.deal('x')).toBe('/deals/x');
  });

  it('keeps the invitation out of the request line', () => {
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
  ])('%s %o', (href, attributes, stays) => {
    expect(staysHere(link(href, attributes as Record<string, string>), here)).toBe(stays);
  });

  it('leaves clicks with other meanings to the browser', () => {
    const click = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
    expect(isPlainClick(click)).toBe(true);
    expect(isPlainClick({ ...click, ctrlKey: true })).toBe(false);
    expect(isPlainClick({ ...click, button: 1 })).toBe(false);
  });
});
