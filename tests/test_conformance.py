"""Every game of the house, with every combination of options, through the whole kit."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from quincunx.core.bots import LEVELS
from quincunx.core.game import Game
from quincunx.core.messages import pattern
from quincunx.core.options import Options, as_values, describe_options
from quincunx.registry import find, games
from tests.games.pivit import kit_setups as pivit
from tests.games.quivvit import kit_setups as quivvit
from tests.kit.checks import CHECKS, Check
from tests.kit.play import every_options, seat_counts

Table = tuple[Game, Options, int]
SOME: dict[str, Sequence[Table]] = {"quivvit": quivvit.SOME, "pivit": pivit.SOME}
"""By game, a choice of tables where all of them would be too many."""


def tables(name: str) -> Sequence[Table]:
    """All combinations of options, with the fewest and the most seats; of too many, some."""
    if name in SOME:
        return SOME[name]
    game = find(name)
    return [
        (game, options, seats)
        for options in every_options(game)
        for seats in seat_counts(game, options)
    ]


TABLES = [table for name in games() for table in tables(name)]


def _name(table: Table) -> str:
    game, options, seats = table
    defaults = as_values(game.options())
    changed = {k: v for k, v in as_values(options).items() if v != defaults[k]}
    return "-".join([game.name, str(seats), *(f"{k}={v}" for k, v in changed.items())])


@pytest.mark.parametrize("name", games())
def test_the_game_package_is_complete(name: str) -> None:
    game = find(name)
    assert list(game.bots)[: len(LEVELS)] == list(LEVELS)
    for file in ("guide.md", "RULINGS.md", "messages/en.json"):
        assert (game.folder / file).read_text("utf-8").strip()
    for option in describe_options(game.options):
        assert pattern(f"{name}.option.{option.name}")
        for choice in option.choices:
            assert pattern(f"{name}.option.{option.name}.{choice}")
    assert pattern(f"{name}.name")
    assert pattern(f"{name}.tagline")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("table", TABLES, ids=_name)
def test_the_game_conforms(check: Check, table: Table) -> None:
    check(*table, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("table", TABLES, ids=_name)
def test_the_game_conforms_for_many_seeds(check: Check, table: Table) -> None:
    for seed in range(2, 30):
        check(*table, seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", [*quivvit.OTHERS, *pivit.OTHERS], ids=_name)
def test_the_game_conforms_with_every_combination_of_options(table: Table) -> None:
    for check in CHECKS:
        check(*table, 1)
