"""Parts of plots as SVG: lines and texts."""

from __future__ import annotations

from html import escape


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "axis") -> str:
    """Return a line, such as an axis."""
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def text_at(x: float, y: float, text: str, anchor: str = "start") -> str:
    """Return a text that begins at `x`, or has its middle or end there."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
