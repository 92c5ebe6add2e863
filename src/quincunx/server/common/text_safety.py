"""What people write, as it is shown: text that everybody can see, in one line."""

from __future__ import annotations

import unicodedata
from typing import Final

HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
"""Controls, formats (such as those that reverse the reading order), surrogates, private use."""

BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, signs and marks that show nothing, although they are of no hidden kind."""

SELECTORS: Final = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Marks that choose another form of what stands before them, and show nothing themselves."""

JOINER: Final = "\u200d"
"""Makes one picture of two signs, a family for instance."""

COLOURED: Final = "\ufe0f"
"""Shows a sign as a picture."""

MARKS_AT_MOST: Final = 4
"""On one letter: languages need no more, and more would cover the lines above and below."""


DECOMPOSED_LENGTH: Final = 4
"""Characters that a client may send for each one that is shown: accents of their own, spaces."""


def in_one_line(text: str, longest: int) -> str:
    """Compose the text and collapse its spaces.

    Only the beginning of a text that is much too long is looked at: it is still longer than
    `longest`, so that the caller refuses it, but costs no more than a text of the right length.
    """
    shortened = text.strip()[: DECOMPOSED_LENGTH * longest + 1]
    if len(shortened) > DECOMPOSED_LENGTH * longest:
        return shortened
    return " ".join(unicodedata.normalize("NFC", shortened).split())


def is_readable(line: str) -> bool:
    """Whether all of it can be seen, and nothing of it covers anything else."""
    marks = 0
    for before, letter, after in zip(f" {line}", line, f"{line[1:]} ", strict=False):
        if _is_hidden(letter) and not _makes_a_picture(before, letter, after):
            return False
        marks = marks + 1 if _is_mark(letter) else 0
        if marks > MARKS_AT_MOST or (marks and before == " "):
            return False
    return True


def _is_hidden(letter: str) -> bool:
    return (
        letter in BLANK
        or unicodedata.category(letter) in HIDDEN
        or any(ord(letter) in selectors for selectors in SELECTORS)
    )


def _makes_a_picture(before: str, letter: str, after: str) -> bool:
    """Letters are nothing to make pictures of: with this behind them they would look the same."""
    if letter == JOINER:
        return (_is_a(before, "S") or before == COLOURED) and _is_a(after, "S")
    return letter == COLOURED and _is_a(before, "SNP")


def _is_a(letter: str, kinds: str) -> bool:
    """Kinds: S for symbols, N for digits, P for punctuation."""
    return unicodedata.category(letter)[0] in kinds


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me")
