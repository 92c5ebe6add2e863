"""docs/reference/game-limits.md says what the code does.

`python -m tests.test_game_limits_document --write` brings its figures up to date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from quincunx.core.match import TAKE_BACKS_PER_SEAT
from quincunx.core.match.drafts import DRAFT_INTERVAL_MS, MAX_DRAFT_INTERVALS
from quincunx.core.messages import pattern
from quincunx.registry import find, game_names
from tests.kit.play import every_options

FILE = Path(__file__).parents[1] / "docs" / "reference" / "game-limits.md"


def figures(name: str) -> tuple[str, str]:
    """The beginnings of the game's rows: its longest games, and its longest move."""
    game, title = find(name), pattern(f"{name}.name")
    usual = game.options()
    of_most_seats = game.rules(usual, game.seats(usual)[-1]).max_log_entries
    longest = max(
        game.rules(options, seats).max_log_entries
        for options in every_options(game)
        for seats in game.seats(options)
    )
    return (
        f"| {title} | {of_most_seats:,} | {longest:,} | ",
        f"| {title} | {game.max_move_length:,} |",
    )


@pytest.mark.parametrize("name", game_names())
def test_the_limits_of_each_game_are_documented(name: str) -> None:
    length, move = figures(name)
    lines = FILE.read_text("utf-8").splitlines()
    assert any(line.startswith(length) for line in lines), length
    assert move in lines


def test_the_limits_of_all_games_are_documented() -> None:
    document = FILE.read_text("utf-8")
    assert f"at most {TAKE_BACKS_PER_SEAT} moves" in document
    assert f"at most {2 * TAKE_BACKS_PER_SEAT} entries for each seat" in document
    assert f"never keeps more than {MAX_DRAFT_INTERVALS} drafts" in document
    lasts = DRAFT_INTERVAL_MS * MAX_DRAFT_INTERVALS // 1000
    assert f"When a game has lasted {lasts} seconds" in document


def write() -> None:
    document = FILE.read_text("utf-8")
    for name in game_names():
        title = re.escape(pattern(f"{name}.name"))
        rows = (rf"^\| {title} \| [\d,]+ \| [\d,]+ \| ", rf"^\| {title} \| [\d,]+ \|$")
        for row, figure in zip(rows, figures(name), strict=True):
            document, found = re.subn(row, figure, document, flags=re.MULTILINE)
            assert found == 1, f"the document has no row for {figure}"
    FILE.write_text(document, "utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    write()
