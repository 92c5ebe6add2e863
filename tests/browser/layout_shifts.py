"""Layout shifts, as the browser measures them."""

from __future__ import annotations

SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (!entry.hadRecentInput) window.shifted += entry.value;
        }
    }).observe({ type: 'layout-shift', buffered: true });
"""
