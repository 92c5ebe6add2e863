"""Layout shifts, as the browser measures them."""

from __future__ import annotations

import json
from typing import Any, Final

from playwright.sync_api import Page

from tests.browser.async_waiting import wait_for_async

MAX_SHIFT: Final = 0.05
"""Maximum sum of the layout shifts of a page."""

RECORD_SHIFTS: Final = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, sources, hadRecentInput } of list.getEntries()) {
            const moved = sources.map(({ node }) => node?.outerHTML?.slice(0, 80));
            if (!hadRecentInput) shifts.push({ value, moved });
        }
    }).observe({ type: 'layout-shift', buffered: true });
"""

IS_SETTLED: Final = """async () => {
    const isEndless = (animation) => animation.effect.getComputedTiming().endTime === Infinity;
    const animations = document.getAnimations().filter((each) => !isEndless(each));
    await Promise.allSettled(animations.map(({ finished }) => finished));
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    // Animations that keep their last frame are listed even when they have ended.
    return document.getAnimations().every(
        (each) => isEndless(each) || each.playState === 'finished'
    );
}"""


def record_layout_shifts(page: Page) -> None:
    """Record the layout shifts of all pages that are loaded from now on."""
    page.add_init_script(RECORD_SHIFTS)


def assert_nothing_shifted(page: Page, where: str) -> None:
    """Wait until the page is loaded and its animations have ended, and add up the shifts."""
    page.wait_for_load_state("networkidle")
    wait_for_async(page, IS_SETTLED)
    shifts: list[dict[str, Any]] = page.evaluate("shifts")
    assert sum(shift["value"] for shift in shifts) < MAX_SHIFT, (
        f"{where}: {json.dumps(shifts, indent=2)}"
    )


def slow_down_the_network(page: Page) -> None:
    """Make the network so slow that a page's parts arrive one after the other."""
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 120, "downloadThroughput": 2e5, "uploadThroughput": 2e5},
    )
