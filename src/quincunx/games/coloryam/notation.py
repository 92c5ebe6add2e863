"""Moves, challenges and sheets as short text, both ways.

Moves: `roll`, `keep 4R 5G`, `stop`, `cross`, `enter`. Challenges: `none Y`, `none Y B`, `1 G`,
`2 G`, `1 Y none G`, `3 alike`, `never 3`, `2 pairs`, `4 alike`, `3 colours`, `never 2`, `B > R`,
`G = O`, `Y != O`, `O != R != Y`, `Y most`. A sheet is its six challenges with `;` between them.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.errors import MalformedMove, MalformedPosition
from quincunx.core.messages import Arg, Message
from quincunx.games.coloryam.challenges import KINDS, Challenge
from quincunx.games.coloryam.dice import COLOURS, DIE_AND_VALUE
from quincunx.games.coloryam.moves import Cross, Enter, Keep, Move, Roll, Stop
from quincunx.games.coloryam.sheet import SECTIONS, Sheet

_PLAIN: Final[dict[str, Move]] = {
    "roll": Roll(),
    "stop": Stop(),
    "cross": Cross(),
    "enter": Enter(),
}


def format_move(move: Move) -> str:
    if isinstance(move, Keep):
        return " ".join(("keep", *move.faces))
    return type(move).__name__.lower()


def parse_move(text: str) -> Move:
    word, *faces = text.upper().split() or [""]
    if word.lower() in _PLAIN and not faces:
        return _PLAIN[word.lower()]
    dice = {DIE_AND_VALUE[face][0] for face in faces if face in DIE_AND_VALUE}
    if word == "KEEP" and faces and len(dice) == len(faces):
        return Keep(tuple(sorted(faces, key=DIE_AND_VALUE.__getitem__)))
    raise MalformedMove("coloryam.refusal.unknown_move", text=text.strip())


def say_move(move: Move) -> Message:
    """The move in words."""
    if isinstance(move, Keep):
        return Message("coloryam.move.keep", {"faces": move.faces})
    return Message(f"coloryam.move.{format_move(move)}")


_PATTERNS: Final = {
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
"""A, B and C stand for the colours."""


def format_challenge(challenge: Challenge) -> str:
    colours = dict(zip("ABC", challenge.colours, strict=False))
    return " ".join(colours.get(word, word) for word in _PATTERNS[challenge.kind].split())


def parse_challenge(text: str) -> Challenge:
    words = text.replace(">", " > ").replace("!=", " ≠ ").replace("=", " = ").split()
    spoken = ["!=" if word == "≠" else word for word in words]
    for kind, pattern in _PATTERNS.items():
        colours = _fits(pattern.split(), spoken)
        if colours is not None and len(set(colours)) == len(colours) == KINDS[kind].colours:
            return Challenge(kind, colours)
    raise MalformedPosition("coloryam.refusal.unknown_challenge", text=text.strip())


def _fits(pattern: list[str], words: list[str]) -> tuple[str, ...] | None:
    """The colours that stand where the pattern wants some, if the rest is the same."""
    if len(pattern) != len(words):
        return None
    colours = []
    for wanted, word in zip(pattern, words, strict=True):
        if wanted in ("A", "B", "C"):
            if word.upper() not in COLOURS:
                return None
            colours.append(word.upper())
        elif wanted != word.lower():
            return None
    return tuple(colours)


def format_sheet(sheet: Sheet) -> str:
    return "; ".join(map(format_challenge, sheet))


def parse_sheet(text: str) -> Sheet:
    """A sheet of one's own: two red, two yellow and two blue challenges, from the top down."""
    lines = text.split(";")
    if len(lines) != 2 * len(SECTIONS):
        raise MalformedPosition("coloryam.refusal.sheet_length", lines=len(lines))
    return tuple(_parse_line(number, line) for number, line in enumerate(lines))


def _parse_line(number: int, text: str) -> Challenge:
    """A line of a sheet; what is wrong with it is said with its number."""
    section = SECTIONS[number // 2]
    place: dict[str, Arg] = {"line": number + 1, "text": text.strip()}
    try:
        challenge = parse_challenge(text)
    except MalformedPosition:
        raise MalformedPosition("coloryam.refusal.bad_line", **place) from None
    if KINDS[challenge.kind].section != section:
        raise MalformedPosition("coloryam.refusal.wrong_section", section=section, **place)
    return challenge
