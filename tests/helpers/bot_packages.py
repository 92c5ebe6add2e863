"""Packages with bots, installed into a folder for the duration of a test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

from quincunx.core.bots import installed_bots

BOT = """
import quincunx

class Quick(quincunx.Bot):
    games = {games}

    def choose(self, turn):
        return next(iter(turn.legal_moves))

number = 7
"""
"""A module with a bot for these games."""


@contextmanager
def installed(folder: Path, code: str, entry_points: str) -> Iterator[None]:
    """Install a module `quick_package` with these entry points for bots, one a line."""
    (folder / "quick_package.py").write_text(code)
    info = folder / "quick_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: quick-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[quincunx.bots]\n{dedent(entry_points)}\n")
    sys.path.insert(0, str(folder))
    installed_bots.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop("quick_package", None)
        installed_bots.cache_clear()
