"""Moves, challenges and sheets as short text, both ways.

Moves: `roll`, `keep 4R 5G`, `stop`, `cross`, `enter`. Challenges: `none Y`, `none Y B`, `1 G`,
`2 G`, `1 Y none G`, `3 alike`, `never 3`, `2 pairs`, `4 alike`, `3 colours`, `never 2`, `B > R`,
`G = O`, `Y != O`, `O != R != Y`, `Y most`. A sheet is its six challenges with `;` between them.
Challenges can also be written as in the guides: `no G, no K`, `2× O`, `3× beliebig`, `B≠R`.
"""

from __future__ import annotations

import re
from typing import Final

from quincunx.core.errors import MalformedMove, MalformedPosition
from quincunx.core.messages import Arg, Message
from quincunx.core.options import Composition, CompositionLine, Pattern
from quincunx.games.coloryam.challenges import KINDS, Challenge
from quincunx.games.coloryam.dice import COLOURS, DIE_AND_VALUE
from quincunx.games.coloryam.moves import (
    ColorYamMove,
    CrossOut,
    EnterTotal,
    KeepDice,
    RollAll,
    StopRolling,
)
from quincunx.games.coloryam.sheet import SECTIONS, Sheet

_PLAIN: Final[dict[str, ColorYamMove]] = {
    str(move): move for move in (RollAll(), StopRolling(), CrossOut(), EnterTotal())
}


def parse_move(text: str) -> ColorYamMove:
    word, *faces = text.upper().split() or [""]
    if word.lower() in _PLAIN and not faces:
        return _PLAIN[word.lower()]
    dice = {DIE_AND_VALUE[face][0] for face in faces if face in DIE_AND_VALUE}
    if word == "KEEP" and faces and len(dice) == len(faces):
        return KeepDice(tuple(sorted(faces, key=DIE_AND_VALUE.__getitem__)))
    raise MalformedMove("coloryam.refusal.unknown_move", text=text.strip())


def describe_move(move: ColorYamMove) -> Message:
    """Return the message that names the move."""
    if isinstance(move, KeepDice):
        return Message("coloryam.move.keep", {"faces": move.faces})
    return Message(f"coloryam.move.{move!s}")


def move_args(move: ColorYamMove) -> dict[str, Arg]:
    """Return the arguments with which messages describe a move."""
    if isinstance(move, KeepDice):
        return {"move": "keep", "faces": move.faces}
    return {"move": str(move), "faces": ()}


PATTERNS: Final = {
    "none": "none A",
    "none of two": "none A B",
    "one": "1 A",
    "two": "2 A",
    "one and none": "1 A none B",
    "three alike": "3 alike",
    "never three": "never 3",
    "two pairs": "2 pairs",
    "four alike": "4 alike",
    "three colours": "3 colours",
    "never two": "never 2",
    "more": "A > B",
    "equal": "A = B",
    "different": "A != B",
    "all different": "A != B != C",
    "most": "A most",
}
"""The notation of each kind of challenge; the letters of `SLOTS` stand for colours."""
SLOTS: Final = ("A", "B", "C")

_ALTERNATIVES: Final = {"none of two": ("none A none B",), "two pairs": ("2 2",)}
"""Other notations, which people use because the guides do."""


def format_challenge(challenge: Challenge) -> str:
    colours = dict(zip(SLOTS, challenge.colours, strict=False))
    return " ".join(colours.get(word, word) for word in PATTERNS[challenge.kind].split())


def parse_challenge(text: str) -> Challenge:
    """Read a challenge, in the notation above or in the words of a guide in any language."""
    words = _canonical(text)
    repeated: tuple[str, ...] = ()
    for kind, patterns in _ACCEPTED.items():
        for pattern in patterns:
            colours = _match_colours(pattern, words)
            if colours is None:
                continue
            if len(set(colours)) == len(colours):
                return Challenge(kind, colours)
            repeated = colours
    if repeated:
        colour = next(colour for colour in repeated if repeated.count(colour) > 1)
        raise MalformedPosition("coloryam.refusal.colour_twice", text=text.strip(), colour=colour)
    raise MalformedPosition("coloryam.refusal.unknown_challenge", text=text.strip())


_SYNONYMS: Final = (
    (r"≠|<>|!=", " != "),
    (r"(?<!!)=", " = "),
    (r">", " > "),
    (r"[,·]", " "),
    (r"(\d)\s*(?:[×*]|x(?!\w))", r"\1 "),
    (r"\b(no|kein|keine|keinen|pas de|pas d’|pas d'|aucun|ni)\b", "none"),
    (r"\b(any|beliebig|gleiche|la même|pareils)\b", "alike"),
    (r"\b(nie|jamais)\b", "never"),
    (r"\b(colors|farben|couleurs)\b", "colours"),
    (r"\b(am meisten|en tête)\b", "most"),
    (r"\b(one|ein|un)\b", "1"),
    (r"\b(two|zwei|deux)\b", "2"),
    (r"\b(three|drei|trois)\b", "3"),
    (r"\b(four|vier|quatre)\b", "4"),
    (r"\b(and|und|et)\b", " "),
)
"""What people write and the notation that it stands for, replaced in this order."""


def _canonical(text: str) -> list[str]:
    """Split a text into the words of the notation."""
    plain = " ".join(text.lower().split())
    for written, meant in _SYNONYMS:
        plain = re.sub(written, meant, plain)
    return plain.split()


_ACCEPTED: Final = {
    kind: tuple(pattern.split() for pattern in (pattern, *_ALTERNATIVES.get(kind, ())))
    for kind, pattern in PATTERNS.items()
}


def _match_colours(pattern: list[str], words: list[str]) -> tuple[str, ...] | None:
    """Return the colours at the pattern's slots, or `None` if the other words differ."""
    if len(pattern) != len(words):
        return None
    colours = []
    for wanted, word in zip(pattern, words, strict=True):
        if wanted in SLOTS:
            if word.upper() not in COLOURS:
                return None
            colours.append(word.upper())
        elif wanted != word:
            return None
    return tuple(colours)


def format_sheet(sheet: Sheet) -> str:
    return "; ".join(map(format_challenge, sheet))


def parse_sheet(text: str) -> Sheet:
    """Read a player's own sheet: two red, two yellow and two blue challenges, from the top down.

    A semicolon or a new line ends a challenge; after the last one it may be left out.
    """
    lines = re.split(r"[;\n]", text.strip().rstrip(";").rstrip())
    if len(lines) != 2 * len(SECTIONS):
        given = len(lines) if text.strip() else 0
        raise MalformedPosition("coloryam.refusal.sheet_length", lines=given)
    return tuple(_parse_line(number, line) for number, line in enumerate(lines, start=1))


def _parse_line(number: int, text: str) -> Challenge:
    """Read a line of a sheet; errors name the line, counted from 1, and what is wrong."""
    section = SECTIONS[(number - 1) // 2]
    place: dict[str, Arg] = {"line": number, "text": text.strip()}
    try:
        challenge = parse_challenge(text)
    except MalformedPosition as error:
        if error.message.id == "coloryam.refusal.colour_twice":
            colour = error.message.args["colour"]
            raise MalformedPosition(
                "coloryam.refusal.line_colour_twice", colour=colour, **place
            ) from None
        kind = "bad_line" if text.strip() else "empty_line"
        raise MalformedPosition(f"coloryam.refusal.{kind}", **place) from None
    if KINDS[challenge.kind].section != section:
        raise MalformedPosition("coloryam.refusal.wrong_section", section=section, **place)
    return challenge


def _patterns(section: str) -> tuple[Pattern, ...]:
    kinds = [kind for kind in KINDS if KINDS[kind].section == section]
    return tuple(Pattern(kind, PATTERNS[kind], SLOTS[: KINDS[kind].colours]) for kind in kinds)


SHEET_COMPOSITION: Final = Composition(
    lines=tuple(
        CompositionLine(section, _patterns(section)) for section in SECTIONS for _ in range(2)
    ),
    letters=COLOURS,
    separator="; ",
    start="none Y; 2 G; 3 alike; never 2; B > R; Y most",
)
"""The parts from which players compose their own sheet, line by line."""
