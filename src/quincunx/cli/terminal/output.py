"""Printing text that contains no control sequences for the terminal."""

from __future__ import annotations

import sys
import unicodedata

import msgspec

REPLACEMENT = "\ufffd"
ALLOWED = "\n\t"
OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e")
"""Characters that change the reading order of everything after them."""


def plain(text: str) -> str:
    """Return the text without control characters, which may be commands to a terminal.

    Names, options and whole records are written by other people.

    >>> plain("Ada\\x1b[2J")
    'Ada\ufffd[2J'
    """
    return "".join(REPLACEMENT if _is_unsafe(letter) else letter for letter in text)


def _is_unsafe(letter: str) -> bool:
    if letter in ALLOWED:
        return False
    return unicodedata.category(letter) in ("Cc", "Cs") or letter in OVERRIDES


def print_plain(text: object, *, stderr: bool = False, flush: bool = False) -> None:
    print(plain(str(text)), file=sys.stderr if stderr else sys.stdout, flush=flush)


def print_json(value: object) -> None:
    """Print JSON for programs, with control characters escaped."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    print("".join(f"\\u{ord(letter):04x}" if _is_unsafe(letter) else letter for letter in text))
