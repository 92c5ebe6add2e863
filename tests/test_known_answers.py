"""Every number of `docs/explanation/known-answers.md` is what its command computes."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import permutations, product
from typing import Final

import pytest

import quincunx
from quincunx.cli import main
from quincunx.games.coloryam.sheet import SHEETS
from quincunx.games.coloryam.solver import solo_plan
from quincunx.games.quatrefoil.conventions.convention_tree import FOLDER
from quincunx.games.qwirkle_cards.cards import COPIES
from tests.games.qwirkle_cards.hard_positions import HARD
from tests.helpers.paths import ROOT

PAGE: Final = (ROOT / "docs/explanation/known-answers.md").read_text("utf-8")
COMMAND: Final = re.compile(r'^\$ quincunx solve (\w+) "(.+)"\n(.+)$', re.MULTILINE)
COMMANDS: Final = COMMAND.findall(PAGE)
CONVENTIONS: Final = re.findall(r"^\| `([\w-]+)` \| (\d+) \| ([\d.]+) \|", PAGE, re.MULTILINE)
SHEET_ROWS: Final = re.findall(r"^\| (\d) \| ([\d.]+) \| ([\d.]+) \|$", PAGE, re.MULTILINE)
DEALS: Final = 2880


@pytest.mark.parametrize(("game", "position", "answer"), COMMANDS)
def test_a_command_prints_the_answer(
    game: str, position: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", game, position, "--language", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == answer


def test_every_game_with_answers_has_a_command() -> None:
    assert {game for game, _, _ in COMMANDS} == {"quatrefoil", "coloryam", "pivit", "qwirkle_cards"}
    assert len(CONVENTIONS) == 3
    assert len(SHEET_ROWS) == len(SHEETS)


def test_arrangements_are_as_far_away_as_the_page_says() -> None:
    distances = Counter(
        quincunx.solve("quatrefoil", f"RG/YB P > {a}{b}/{c}{d} {e}").data["distance"]
        for a, b, c, d, e in permutations("BGPRY")
    )
    listed = "{}, {}, {}, {} and {} of the 120".format(*(distances[away] for away in range(5)))
    assert listed in PAGE
    assert len(distances) == 5


@pytest.mark.parametrize(("variant", "total", "mean"), CONVENTIONS)
def test_a_convention_is_proved_to_be_the_best(variant: str, total: str, mean: str) -> None:
    """`tests/games/quatrefoil/test_conventions.py` repeats the proofs."""
    stored = json.loads((FOLDER / f"{variant}.json").read_text("utf-8"))
    assert stored["total"] == stored["proved"] == int(total)
    assert f"{int(total) / DEALS:.4f}" == mean


@pytest.mark.parametrize(("sheet", "_total", "beginner"), SHEET_ROWS[:2])
def test_the_best_total_of_a_sheet_for_beginners(sheet: str, _total: str, beginner: str) -> None:
    assert f"{solo_plan(SHEETS[sheet], True).value:.6f}" == beginner


@pytest.mark.exhaustive
@pytest.mark.parametrize(("sheet", "total", "beginner"), SHEET_ROWS)
def test_the_best_total_of_every_sheet(sheet: str, total: str, beginner: str) -> None:
    assert f"{solo_plan(SHEETS[sheet]).value:.6f}" == total
    assert f"{solo_plan(SHEETS[sheet], True).value:.6f}" == beginner


def test_the_counts_of_a_line_are_as_many_as_the_page_says() -> None:
    """Straight from the two conditions: q Qwirkles are possible if the rest can be split."""
    found: Counter[int] = Counter()
    for counts in product(range(COPIES + 1), repeat=6):
        possible = [
            qwirkles
            for qwirkles in range(min(counts) + 1)
            if sum(counts) - 6 * qwirkles >= 3 * (max(counts) - qwirkles)
        ]
        if possible and (qwirkles := max(possible)) >= 0:
            found[qwirkles] += 1
    assert (sum(found.values()), found[1], found[2], found[3]) == (2737, 434, 42, 1)
    assert "2,737 can be split; for 434 of these the most is one Qwirkle, for 42 two" in PAGE


def test_all_cards_make_eighteen_qwirkles() -> None:
    whole = [hard for hard in HARD if sum(map(len, hard.position.table)) + 9 == 108]
    assert max(hard.most or 0 for hard in whole) == 18


def test_every_check_that_the_page_names_exists() -> None:
    files = re.findall(r"`(tests/[\w/.]+)`", PAGE)
    assert len(files) > 8
    assert [file for file in files if not (ROOT / file).is_file()] == []
