"""An experiment: which bots play which games. Plain data, checked when it is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, Final, Literal, get_args

import msgspec

from quincunx.core.bots import make_bot
from quincunx.core.game import Game
from quincunx.core.options import as_values, make_options
from quincunx.lab.errors import BadExperiment
from quincunx.lab.experiments.contest import Contest
from quincunx.lab.statistics.sprt import SequentialTest
from quincunx.registry import find

Format = Literal["table", "round-robin", "ladder"]
"""All bots at one table; every bot against every other; every bot against the next one named."""

FORMATS: Final[tuple[Format, ...]] = get_args(Format)
MAX_BOTS: Final = 100
MAX_GAMES: Final = 10_000_000
"""The most games of a contest; what is kept in memory of a game takes about a kilobyte."""
MAX_ELO: Final = 2_000


class Experiment(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides the results of an experiment, except for times."""

    game: str
    contests: tuple[Contest, ...]
    games: int
    """The number of games of each contest; with a sequential test the most."""
    seed: int
    work: int | None = None
    """The work that a bot may do for a move; `None`: as much as it likes."""
    test: SequentialTest | None = None


def make_experiment(
    game: str,
    bots: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    format: Format = "table",  # noqa: A002 (what tournaments call it)
    option_sets: Iterable[Mapping[str, object]] = ({},),
    seats: int | None = None,
    work: int | None = None,
    test: SequentialTest | None = None,
) -> Experiment:
    """Return a checked experiment; see `run_experiment`."""
    for what, number in (("games", games), ("work", work)):
        if number is not None and number < 1:
            raise BadExperiment("lab.less_than_one", what=what, number=number)
    if games > MAX_GAMES:
        raise BadExperiment("lab.too_many", what="games", number=games, most=MAX_GAMES)
    if len(bots) > MAX_BOTS:
        raise BadExperiment("lab.too_many", what="bots", number=len(bots), most=MAX_BOTS)
    found = find(game)
    for name in bots:
        make_bot(found, name)
    contests = tuple(
        _make_contest(found, options, group, seats, together=format == "table")
        for options in option_sets
        for group in _groups(bots, format)
    )
    _check_test(test, contests)
    return Experiment(game=game, contests=contests, games=games, seed=seed, work=work, test=test)


def _groups(bots: Sequence[str], format_: Format) -> Iterator[tuple[str, ...]]:
    """Yield the bots of each contest."""
    if format_ == "table":
        yield tuple(bots)
        return
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise BadExperiment("lab.needs_different_bots")
    yield from combinations(bots, 2) if format_ == "round-robin" else pairwise(bots)


def _make_contest(
    game: Game,
    values: Mapping[str, Any],
    bots: tuple[str, ...],
    seats: int | None,
    *,
    together: bool,
) -> Contest:
    options = make_options(game.options, values, game=game.name)
    if seats is not None:
        game.check_seats(seats, options)
    allowed: Sequence[int] = game.seats(options) if seats is None else [seats]
    if len(bots) > 1 and (seats == 1 or (game.cooperative and not together)):
        return Contest(options=as_values(options), bots=bots, seats=allowed[0], apart=True)
    filled = [number for number in allowed if bots and number % len(bots) == 0]
    if not filled and len(bots) > 1 and max(allowed) == 1:
        return Contest(options=as_values(options), bots=bots, seats=1, apart=True)
    if not filled:
        raise BadExperiment(
            "lab.bots_do_not_fill", bots=len(bots), seats=tuple(allowed), game=game.name
        )
    return Contest(options=as_values(options), bots=bots, seats=filled[0], apart=False)


def _check_test(test: SequentialTest | None, contests: Iterable[Contest]) -> None:
    if test is None:
        return
    if not -MAX_ELO <= test.elo0 < test.elo1 <= MAX_ELO:
        raise BadExperiment("lab.bad_hypotheses", low=test.elo0, high=test.elo1, most=MAX_ELO)
    for risk in (test.alpha, test.beta):
        if not 0 < risk < 0.5:
            raise BadExperiment("lab.bad_risk", risk=risk)
    if not all(contest.is_pair for contest in contests):
        raise BadExperiment("lab.test_needs_pairs")
