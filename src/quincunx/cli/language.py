"""The language of the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from quincunx.cli.errors import BadUsage
from quincunx.core.messages import languages

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables; the first that is set decides."""
_OPTION: Final = "--language"


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language of the environment if there are catalogues for it; else English."""
    wanted = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    language = re.split("[_.@]", wanted)[0].lower()
    return language if language in languages() else "en"


def split_language(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the value of `--language`, wherever it is, and the other arguments.

    The language is needed before the arguments are parsed, because it is that of their help.
    """
    language, others = None, []
    waiting = iter(arguments)
    for argument in waiting:
        name, equals, value = argument.partition("=")
        if name == _OPTION:
            language = value if equals else next(waiting, "")
        else:
            others.append(argument)
    if language is not None and language not in languages():
        raise BadUsage("cli.unknown_language", language=language, known=languages())
    return language, others
