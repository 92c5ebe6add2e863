import { beforeEach, describe, expect, it } from 'vitest';
import { ShownVersion } from './shown-version.svelte';

let visible: ShownVersion;
beforeEach(() => {
  visible = new ShownVersion();
});

describe('the live version', () => {
  it('is the newest', () => {
    visible.addNewest(0, 'dealt');
    visible.addNewest(1, 'pushed');
    expect([visible.version, visible.view, visible.rewound]).toEqual([1, 'pushed', false]);
  });

  it('has no view before missing versions are added', () => {
    visible.addNewest(3, 'c');
    visible.show(1);
    expect([visible.version, visible.isKnown, visible.view]).toEqual([1, false, undefined]);
    visible.addViews(['z', 'a', 'b']);
    expect([visible.isKnown, visible.view, visible.last]).toEqual([true, 'a', 3]);
  });
});

describe('a rewound version', () => {
  beforeEach(() => {
    for (const version of [0, 1, 2]) visible.addNewest(version, `view ${version}`);
    visible.show(1);
  });

  it('stays when new versions arrive, until it is reset', () => {
    expect([visible.view, visible.rewound]).toEqual(['view 1', true]);
    visible.addNewest(3, 'view 3');
    expect([visible.view, visible.rewound, visible.last]).toEqual(['view 1', true, 3]);
    visible.toNewest();
    expect([visible.view, visible.rewound]).toEqual(['view 3', false]);
  });

  it('is live again after a step to the newest version', () => {
    visible.step(1);
    expect(visible.rewound).toBe(false);
    visible.addNewest(3, 'view 3');
    expect(visible.view).toBe('view 3');
  });

  it('cannot step beyond the first and the newest version', () => {
    visible.step(-5);
    expect([visible.version, visible.rewound]).toEqual([0, true]);
    visible.step(99);
    expect([visible.version, visible.rewound]).toEqual([2, false]);
  });
});

describe('a replayed version', () => {
  beforeEach(() => visible.addViews(['a', 'b', 'c', 'd']));

  it('starts at the first version and steps forward', () => {
    visible.toStart();
    expect(visible.view).toBe('a');
    visible.step(2);
    expect(visible.view).toBe('c');
    visible.step(1);
    expect([visible.view, visible.version]).toEqual(['d', 3]);
  });

  it('stays the same when another viewer’s views replace the current ones', () => {
    visible.show(2);
    visible.replaceViews(['A', 'B', 'C', 'D']);
    expect([visible.version, visible.view]).toEqual([2, 'C']);
  });

  it('is the last one if another viewer has fewer views', () => {
    visible.replaceViews(['A']);
    expect([visible.last, visible.version, visible.view]).toEqual([0, 0, 'A']);
  });
});
