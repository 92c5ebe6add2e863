"""Bots that a person has written and names on the command line as `module:Class`."""

from __future__ import annotations

import sys
from pathlib import Path


def find_modules_here() -> None:
    """Let `module:Class` name a module in the current folder, as `python -m` does."""
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
