"""Checks of text that people write: one line, everything in it visible."""

from __future__ import annotations

import unicodedata
from typing import Final

HIDDEN_CATEGORIES: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
"""Unicode categories: controls, formats (such as those that reverse the reading order),
surrogates, private use, unassigned."""

BLANK_CHARACTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters of other categories that show nothing."""

VARIATION_SELECTORS: Final = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Marks that choose another form of the character before them, and show nothing themselves."""

ZERO_WIDTH_JOINER: Final = "\u200d"
"""Makes one emoji of two, a family for instance."""

EMOJI_SELECTOR: Final = "\ufe0f"
"""Shows the symbol before it as an emoji."""

MAX_MARKS_PER_LETTER: Final = 4
"""Languages need no more, and more would cover the lines above and below."""


MAX_CHARACTERS_PER_VISIBLE: Final = 4
"""Characters that a client may send for each one that is shown: separate accents, spaces."""


def in_one_line(text: str, max_length: int) -> str:
    """Compose the text and collapse its spaces.

    A text that is much too long is cut first. It is still longer than `max_length`, so that the
    caller refuses it, but costs no more than a text of the right length.
    """
    shortened = text.strip()[: MAX_CHARACTERS_PER_VISIBLE * max_length + 1]
    if len(shortened) > MAX_CHARACTERS_PER_VISIBLE * max_length:
        return shortened
    return " ".join(unicodedata.normalize("NFC", shortened).split())


def is_readable(line: str) -> bool:
    """Return whether all characters are visible, and none covers others."""
    marks = 0
    for before, character, after in zip(f" {line}", line, f"{line[1:]} ", strict=False):
        if _is_hidden(character) and not _belongs_to_emoji(before, character, after):
            return False
        marks = marks + 1 if _is_mark(character) else 0
        if marks > MAX_MARKS_PER_LETTER or (marks and before == " "):
            return False
    return True


def _is_hidden(character: str) -> bool:
    return (
        character in BLANK_CHARACTERS
        or unicodedata.category(character) in HIDDEN_CATEGORIES
        or any(ord(character) in selectors for selectors in VARIATION_SELECTORS)
    )


def _belongs_to_emoji(before: str, character: str, after: str) -> bool:
    """Return whether a hidden character is part of an emoji.

    After a letter it would show nothing, so that two different names could look the same.
    """
    if character == ZERO_WIDTH_JOINER:
        return (_has_category(before, "S") or before == EMOJI_SELECTOR) and _has_category(
            after, "S"
        )
    return character == EMOJI_SELECTOR and _has_category(before, "SNP")


def _has_category(character: str, categories: str) -> bool:
    """Categories: S for symbols, N for digits, P for punctuation."""
    return unicodedata.category(character)[0] in categories


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")
