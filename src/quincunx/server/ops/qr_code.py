"""Draws a QR code for a terminal."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import zip_longest
from typing import Final, TextIO

import segno

_BLACK_ON_WHITE: Final = "\x1b[38;5;16;48;5;231m"
"""Two fixed colours of the palette of 256: themes redefine only the first sixteen."""
_RESET: Final = "\x1b[0m"
_HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""A character shows two modules, one above the other; 1 is dark."""
_QUIET_ZONE: Final = 4
"""The width of the white margin, in modules, as the standard asks for."""


def qr_code(text: str) -> list[str]:
    """Return the lines of the code, black on white on dark and light terminals alike."""
    code = segno.make_qr(text)
    rows = [[int(module) for module in row] for row in code.matrix_iter(border=_QUIET_ZONE)]
    # The number of rows is odd: the last line has a white lower half.
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[0] * len(rows[0]))
    return [
        f"{_BLACK_ON_WHITE}{''.join(_HALVES[pair] for pair in zip(*two, strict=True))}{_RESET}"
        for two in pairs
    ]


def qr_code_width(lines: list[str]) -> int:
    """Return the number of columns that the code needs."""
    return len(lines[0]) - len(_BLACK_ON_WHITE) - len(_RESET)


def can_show_qr_code(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Return whether the stream is a terminal that shows colours and block characters."""
    if not stream.isatty() or environment.get("TERM", "dumb") == "dumb":
        return False
    # A reader who wants no colours gets no code: without them it is inverted on a dark terminal.
    return not environment.get("NO_COLOR") and _has_blocks(stream.encoding)


def _has_blocks(encoding: str) -> bool:
    try:
        "".join(_HALVES.values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def terminal_columns(stream: TextIO) -> int:
    """Return the width of the terminal; 0 if it is not known."""
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except OSError:
        return 0
