"""The conformance kit on every game: a sample of the options here, all of them in `make test-all`.

Every check is made with every value of every option, and all but the slow ones with every pair of
values. The exhaustive tests take every combination, and many seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from quincunx.core.bots import LEVELS
from quincunx.core.messages import pattern
from quincunx.core.options import describe_options
from quincunx.registry import find, game_names
from tests.games.pivit import kit_setups as pivit
from tests.games.quivvit import kit_setups as quivvit
from tests.kit.checks import CHECKS, SLOW_CHECKS, Check
from tests.kit.setups import KitSetup, covering, every_setup, setup_name

CHOSEN: dict[str, Sequence[KitSetup]] = {"quivvit": quivvit.SOME, "pivit": pivit.SOME}
"""A choice of setups for games that have too many combinations of options and seats."""

SETUPS = {name: CHOSEN.get(name) or every_setup(find(name)) for name in game_names()}
ALL_SETUPS = [setup for name in game_names() for setup in SETUPS[name]]


def sample(name: str) -> Iterator[tuple[KitSetup, Check]]:
    """Yield every check with every value of every option, and the quick ones with every pair."""
    every_pair = covering(SETUPS[name], size=2)
    every_value = covering(every_pair, size=1)
    for setup in every_pair:
        for check in CHECKS:
            if setup in every_value or check not in SLOW_CHECKS:
                yield setup, check


@pytest.mark.parametrize("name", game_names())
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


@pytest.mark.parametrize(
    ("setup", "check"),
    [
        pytest.param(setup, check, id=f"{setup_name(setup)}-{check.__name__}")
        for name in game_names()
        for setup, check in sample(name)
    ],
)
def test_the_game_conforms(setup: KitSetup, check: Check) -> None:
    check(*setup, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("setup", ALL_SETUPS, ids=setup_name)
def test_the_game_conforms_for_many_seeds(setup: KitSetup, check: Check) -> None:
    for seed in range(1, 30):
        check(*setup, seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("setup", [*quivvit.OTHERS, *pivit.OTHERS], ids=setup_name)
def test_the_game_conforms_with_every_combination_of_options(setup: KitSetup) -> None:
    for check in CHECKS:
        check(*setup, 1)
