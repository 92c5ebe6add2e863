"""What the guide shows is what the rules say."""

from __future__ import annotations

import re

import pytest

from quincunx.games.coloryam.challenges import KINDS, Challenge
from quincunx.games.coloryam.dice import DICE, DIE_AND_VALUE, Values
from quincunx.registry import find

GUIDE = (find("coloryam").folder / "guide.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([^|]+?) \|[^|]+\| `([^`]+)` \|$", GUIDE, re.MULTILINE)
"""The table of the challenges: the short form, and dice that meet it, in the order of the kinds."""


def values(text: str) -> Values:
    shown = dict(DIE_AND_VALUE[face] for face in text.split())
    assert sorted(shown) == list(range(DICE)), "one face of each die"
    return tuple(shown[die] for die in range(DICE))


def test_every_kind_has_its_row() -> None:
    assert len(ROWS) == len(KINDS)


@pytest.mark.parametrize(("row", "kind"), list(zip(ROWS, KINDS, strict=True)), ids=list(KINDS))
def test_the_dice_of_each_row_meet_its_challenge(row: tuple[str, str], kind: str) -> None:
    short, dice = row
    named = tuple(re.findall(r"\b[ROYGBK]\b", short))
    assert len(named) == KINDS[kind].colours
    assert Challenge(kind, named).met(values(dice))
