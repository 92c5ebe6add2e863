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
