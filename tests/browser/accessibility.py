"""Automatic accessibility checks with axe-core."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.helpers.paths import ROOT

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def accessibility_violations(page: Page) -> list[str]:
    """Return what axe-core finds wrong with the page as it is."""
    page.evaluate(AXE)
    # Without the details of what is right, which take axe a third of its time.
    found: dict[str, Any] = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['target']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
