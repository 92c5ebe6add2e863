"""Every game of the house, with every combination of options, through the whole kit."""

from __future__ import annotations

import pytest

from quincunx.core.bots import LEVELS
from quincunx.core.game import Game
from quincunx.core.messages import pattern
from quincunx.core.options import Options, as_values, describe
from quincunx.registry import find, games
from tests.kit.checks import CHECKS, Check
from tests.kit.play import every_options, seat_counts

TABLES = [
    (find(name), options, seats)
    for name in games()
    for options in every_options(find(name))
    for seats in seat_counts(find(name), options)
]


def _name(table: tuple[Game, Options, int]) -> str:
    game, options, seats = table
    defaults = as_values(game.options())
    changed = {k: v for k, v in as_values(options).items() if v != defaults[k]}
    return "-".join([game.name, str(seats), *(f"{k}={v}" for k, v in changed.items())])


@pytest.mark.parametrize("name", games())
def test_the_room_is_furnished(name: str) -> None:
    game = find(name)
    assert list(game.bots)[: len(LEVELS)] == list(LEVELS)
    for file in ("guide.md", "RULINGS.md", "messages/en.json"):
        assert (game.folder / file).read_text("utf-8").strip()
    for option in describe(game.options):
        assert pattern(f"{name}.option.{option.name}")
        for choice in option.choices:
            assert pattern(f"{name}.option.{option.name}.{choice}")
    assert pattern(f"{name}.name")
    assert pattern(f"{name}.tagline")


@pytest.mark.parametrize("table", TABLES, ids=_name)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conforms(check: Check, table: tuple[Game, Options, int]) -> None:
    check(*table, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", TABLES, ids=_name)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conforms_at_length(check: Check, table: tuple[Game, Options, int]) -> None:
    for seed in range(2, 30):
        check(*table, seed)
