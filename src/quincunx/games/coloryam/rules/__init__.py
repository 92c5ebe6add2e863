"""The rules of ColorYam: `rules` implements the engine's contract, `scoring` counts points."""

from __future__ import annotations

from quincunx.games.coloryam.rules.rules import ColorYamRules

__all__ = ["ColorYamRules"]
