"""What the guide shows is what the rules say."""

from __future__ import annotations

import re
from itertools import combinations, product

import pytest

from quincunx.games.coloryam.challenges import KINDS, Challenge
from quincunx.games.coloryam.dice import DICE, DIE_AND_VALUE, Values
from quincunx.games.coloryam.notation import format_challenge, parse_challenge, parse_sheet
from quincunx.games.coloryam.options import MAX_SHEET_LENGTH
from quincunx.registry import find

GUIDES = {
    language: (find("coloryam").folder / f"guide{language}.md").read_text("utf-8")
    for language in ("", ".de", ".fr")
}
ROW = re.compile(r"^\| ([^|]+?) \|[^|]+\| `([^`]+)` \|$", re.MULTILINE)
ROWS = ROW.findall(GUIDES[""])
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


@pytest.mark.parametrize("language", GUIDES)
def test_every_challenge_can_be_written_as_the_guide_writes_it(language: str) -> None:
    rows = ROW.findall(GUIDES[language])
    for kind, (short, dice) in zip(KINDS, rows, strict=True):
        challenge = parse_challenge(short)
        assert challenge.kind == kind
        assert challenge.met(values(dice))


@pytest.mark.parametrize("language", GUIDES)
def test_the_sheet_and_the_diagrams_of_the_guide_can_be_read(language: str) -> None:
    (sheet,) = re.findall(r"`([^`\n]*;[^`\n]*)`", GUIDES[language])
    assert len(parse_sheet(sheet)) == 6
    shown = re.findall(r"^challenge (.*)$", GUIDES[language], re.MULTILINE)
    assert shown
    for text in shown:
        assert format_challenge(parse_challenge(text)) == text


@pytest.mark.parametrize("language", GUIDES)
def test_a_sheet_of_the_guides_own_rows_can_be_played(language: str) -> None:
    """One row of each kind of section after the other, as a player would copy them."""
    short = [row[0] for row in ROW.findall(GUIDES[language])]
    by_section = [short[0:5], short[5:11], short[11:16]]
    for red, yellow, blue in product(*(combinations(rows, 2) for rows in by_section)):
        own = ";".join((*red, *yellow, *blue)) + ";"
        assert len(parse_sheet(own)) == 6
        assert len(own) <= MAX_SHEET_LENGTH
