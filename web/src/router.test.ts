import { describe, expect, it } from 'vitest';
import { isPlainClick, paths, routeOf, staysHere } from './router.svelte';

describe('routes', () => {
  it.each([
    ['/', { page: 'home' }],
    ['/new/quatrefoil', { page: 'new', game: 'quatrefoil' }],
    ['/table/aB3-_x', { page: 'table', id: 'aB3-_x' }],
    ['/replay/aB3', { page: 'replay', id: 'aB3' }],
    ['/games/quatrefoil/', { page: 'guide', game: 'quatrefoil' }],
    ['/nowhere', { page: 'missing' }],
    ['/table/', { page: 'missing' }],
    ['/table/a/b', { page: 'missing' }],
  ])('%s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it('leads where its own paths say', () => {
    expect(routeOf(paths.home)).toEqual({ page: 'home' });
    expect(routeOf(paths.replay('x'))).toEqual({ page: 'replay', id: 'x' });
    expect(routeOf(paths.newTable('pivit'))).toEqual({ page: 'new', game: 'pivit' });
    expect(routeOf(paths.guide('pivit'))).toEqual({ page: 'guide', game: 'pivit' });
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
