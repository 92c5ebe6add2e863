"""A stand-in."""

from __future__ import annotations
from typing import Any


def hints(rules: Any, view: Any) -> Any:
    return ()


def review(match: Any) -> Any:
    return ()
