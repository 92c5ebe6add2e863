"""The language of the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from quincunx.core.messages import languages

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables; the first that is set decides."""


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language of the environment if there are catalogues for it; else English."""
    wanted = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    language = re.split("[_.@]", wanted)[0].lower()
    return language if language in languages() else "en"
