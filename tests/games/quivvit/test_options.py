"""What can be chosen, and what cannot."""

from __future__ import annotations

import pytest

import quincunx
from tests.games.quivvit.matches import table


def test_what_can_be_chosen() -> None:
    assert {option.name: option.default for option in quincunx.options("quivvit")} == {
        "random_color": False,
        "color_blocking": False,
        "timed": False,
        "drain_the_deck": False,
        "double_rotation": False,
        "seconds": 60,
        "answer_seconds": 15,
        "decks": 1,
        "direction": "clockwise",
        "teams": "",
    }


@pytest.mark.rule("quivvit:R2", "quivvit:R7", "quivvit:R9", "quivvit:L195b")
@pytest.mark.parametrize(
    "options",
    [
        {"decks": 0},
        {"decks": 5},
        {"decks": "1"},
        {"direction": "left"},
        {"timed": "yes"},
        {"seconds": 30},
        {"answer_seconds": 30},
        {"color_blocking": True, "answer_seconds": 4},
        {"color_blocking": True, "answer_seconds": 601},
        {"timed": True, "seconds": 60.5},
        {"teams": 2},
    ],
)
def test_other_values_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(quincunx.BadOption) as caught:
        table(2, **options)
    assert quincunx.render(caught.value.message)


def test_there_are_no_other_options() -> None:
    with pytest.raises(quincunx.UnknownOption):
        table(2, rounds=7)


@pytest.mark.rule("quivvit:R9", "quivvit:R7")
def test_times_go_with_their_rules() -> None:
    assert table(2, timed=True, seconds=5).deadline == 5_000
    assert table(2, color_blocking=True, answer_seconds=600).deadline == 600_000
