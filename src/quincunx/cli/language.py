"""The language of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from quincunx.core.messages import languages

_ASKED: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables of the environment; the first that is set decides."""


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, if there are words for it; else English."""
    wanted = next((environment[name] for name in _ASKED if environment.get(name)), "")
    language = wanted[:2].lower()
    return language if language in languages() else "en"
