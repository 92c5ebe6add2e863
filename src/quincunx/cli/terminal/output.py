"""Printing text that contains no control sequences for the terminal."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from io import TextIOWrapper
from typing import Final, TextIO

import msgspec

_FALLBACK: Final = "quincunx-similar"
REPLACEMENT = "\ufffd"
ALLOWED = "\n\t"
OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e")
"""Characters that change the reading order of everything after them."""


_ASCII: Final = {
    "’": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "…": "...",
    "−": "-",
    "≠": "!=",
    "▶": ">",
    "▒": "#",
    "✕": "x",
    "·": ".",
    "\u00a0": " ",
}
"""What stands for a character that the terminal's encoding does not have."""


def replace_missing_characters(*streams: TextIO) -> None:
    """Let streams print a similar character where their encoding lacks one, instead of failing."""
    codecs.register_error(_FALLBACK, _similar)
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_FALLBACK)


def _similar(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(map(_closest, missing)), error.end


def _closest(letter: str) -> str:
    """Return what stands for a character: é becomes e."""
    without_accent = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return _ASCII.get(letter) or without_accent or "?"


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
