"""Automatic accessibility checks with axe-core."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.helpers.paths import ROOT

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def assert_accessible(page: Page, when: str) -> None:
    """Assert that axe-core finds nothing wrong, and that nothing sticks out of the screen."""
    assert accessibility_violations(page) == [], when
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        f"{when}: the page is wider than the screen"
    )


def accessibility_violations(page: Page) -> list[str]:
    """Return what axe-core finds wrong with the page as it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    # Without the details of what is right, which take axe a third of its time.
    found: dict[str, Any] = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['target']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


SMALL_TARGETS = """(least) => {
  const choices = 'label:has([type=radio], [type=checkbox])';
  const controls = `a:not(.skip), button, select, summary, ${choices}`;
  const isShown = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 1;
  const isWord = (each) => each.matches('a') && getComputedStyle(each).display === 'inline';
  const isHit = (each, y) => {
    const { left, width } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + width / 2, y));
  };
  const heightOf = (each) => {
    each.scrollIntoView({ block: 'center' });
    const { top, height } = each.getBoundingClientRect();
    let [first, last] = [Math.round(top + height / 2), Math.round(top + height / 2)];
    if (!isHit(each, first)) return 0;
    while (last - first < least && isHit(each, first - 1)) first -= 1;
    while (last - first < least && isHit(each, last + 1)) last += 1;
    return last - first + 1;
  };
  return [...document.querySelectorAll(controls)]
    .filter((each) => isShown(each) && !isWord(each))
    .map((each) => [heightOf(each), each.outerHTML.slice(0, 100)])
    .filter(([height]) => height < least);
}"""
"""Where a finger can press a control, around its middle; links within text are as high as it."""

MIN_TARGET_PX = 40


def small_targets(page: Page) -> list[tuple[int, str]]:
    """Return the controls that are too low for a finger, with their heights in pixels."""
    found: list[tuple[int, str]] = page.evaluate(SMALL_TARGETS, MIN_TARGET_PX)
    return found
