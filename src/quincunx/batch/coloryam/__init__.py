"""ColorYam on arrays: all sheets, beginners' rules, and one to five seats."""

from __future__ import annotations

from .challenges import CHALLENGES, code_of
from .kernel import ColorYamKernel
from .table import ColorYamTable

__all__ = ["CHALLENGES", "ColorYamKernel", "ColorYamTable", "code_of"]
