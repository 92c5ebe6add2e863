"""Diagrams of ColorYam: a challenge, dice, and which of them are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quincunx.games.coloryam.notation import parse_challenge
from quincunx.games.coloryam.picture import challenge_symbol
from quincunx.pictures import Drawing, die, place
from scripts.guide_pictures.layout import in_column, with_margin

_DIE: Final = 80
_STEP: Final = 94
_LIFTED: Final = 16
_FADED: Final = "0.5"
_CHALLENGE_WIDTH: Final = 100
_CHALLENGE_HEIGHT: Final = 44


def draw(lines: Sequence[str]) -> Drawing:
    """Draw the challenge, and below it one row of dice for each roll."""
    rows: list[tuple[list[str], list[str]]] = []
    drawings = []
    for line in lines:
        word, *rest = line.split()
        match word:
            case "challenge":
                symbol = challenge_symbol(parse_challenge(" ".join(rest)), 0, _CHALLENGE_HEIGHT / 2)
                drawings.append(Drawing((symbol,), _CHALLENGE_WIDTH, _CHALLENGE_HEIGHT))
            case "keep":
                rows[-1] = (rows[-1][0], rest)
            case _:
                rows.append(([word, *rest], []))
    drawings += [_row(faces, kept) for faces, kept in rows]
    return with_margin(in_column(drawings, 14), 20)


def _row(faces: Sequence[str], kept: Sequence[str]) -> Drawing:
    dice = []
    for at, face in enumerate(faces):
        lifted = face in kept
        placed = place(
            die(int(face[0]), face[1]), _STEP * at, 0 if lifted or not kept else _LIFTED, _DIE
        )
        if kept and not lifted:
            placed.set("opacity", _FADED)
        dice.append(placed)
    height = _DIE + (_LIFTED if kept else 0)
    return Drawing((*dice,), _STEP * len(faces) - (_STEP - _DIE), height)
