"""Many games between bots: win rates with confidence intervals."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import fsum
from multiprocessing import get_context
from statistics import fmean

import msgspec

from quincunx.core.bots import make_bot
from quincunx.core.errors import QuincunxError
from quincunx.core.game import Game
from quincunx.core.options import Options, as_values, make_options
from quincunx.lab.confidence import wilson_interval
from quincunx.lab.duel_game import DuelGame, DuelSetup, play_duel_game, warm_up_duel
from quincunx.registry import find


class Player(msgspec.Struct, frozen=True):
    """The statistics of one bot."""

    bot: str
    share: float
    """The share of wins: a tie is divided among the winners, a joint win counts for all."""
    low: float
    high: float
    """The bounds of the 95% confidence interval of the share."""
    mean_score: float
    ms_per_move: float
    """CPU time for choosing a move."""


class Duel(msgspec.Struct, frozen=True):
    """The result of a duel, with one player for each bot named."""

    game: str
    games: int
    players: tuple[Player, ...]


class BadDuel(QuincunxError):
    """The arguments of a duel are not valid."""


def duel(
    game: str,
    bots: Sequence[str],
    *,
    games: int,
    seed: int,
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    work: int | None = None,
    processes: int | None = None,
    after_each: Callable[[], object] = lambda: None,
) -> Duel:
    """Play games between bots and return the statistics; call `after_each` after every game.

    A bot is named, or is `module:Class`. The bots are repeated until all seats are taken, and from
    game to game every bot moves one seat further. The same seed gives the same results, except for
    times, on any number of processes. Before the first game that counts each process plays one that
    does not, because compiled code is loaded then. Processes are spawned: call this below
    `if __name__ == "__main__"` in a script.
    """
    for what, number in (("games", games), ("work", work)):
        if number is not None and number < 1:
            raise BadDuel("lab.less_than_one", what=what, number=number)
    found = find(game)
    made = make_options(found.options, options or {}, game=game)
    setup = DuelSetup(
        game=game,
        options=as_values(made),
        lineup=_lineup(found, made, bots, seats),
        seed=seed,
        work=work,
    )
    played = []
    for result in _play_all(setup, games, processes or os.cpu_count() or 1):
        played.append(result)
        after_each()
    return _summarise(setup, bots, played)


def _lineup(
    game: Game, options: Options, bots: Sequence[str], seats: int | None
) -> tuple[str, ...]:
    """Return the bots, repeated until they fill all seats."""
    for name in bots:
        make_bot(game, name)
    if seats is not None:
        game.check_seats(seats, options)
    allowed: Iterable[int] = game.seats(options) if seats is None else [seats]
    filled = [number for number in allowed if bots and number % len(bots) == 0]
    if not filled:
        raise BadDuel(
            "lab.bots_do_not_fill",
            bots=len(bots),
            seats=tuple(allowed),
            game=game.name,
        )
    return tuple(bots) * (filled[0] // len(bots))


def _play_all(setup: DuelSetup, games: int, processes: int) -> Iterator[DuelGame]:
    """Play all games and yield their results in order."""
    play = partial(play_duel_game, setup)
    processes = min(processes, games)
    # First here, where an error of a bot is raised as it is and numba fills its cache once.
    warm_up_duel(setup)
    if processes == 1:
        yield from map(play, range(games))
        return
    with ProcessPoolExecutor(
        processes,
        # Forking a process with threads, such as the progress bar's, can deadlock.
        mp_context=get_context("spawn"),
        initializer=_start_process,
        initargs=(setup,),
    ) as pool:
        yield from pool.map(play, range(games), chunksize=_chunk_size(games, processes))


def _start_process(setup: DuelSetup) -> None:
    # Ctrl-C ends the processes silently; the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    warm_up_duel(setup)


def _chunk_size(games: int, processes: int) -> int:
    """Return a size small enough that no process waits long for the last chunk."""
    return max(1, min(16, games // (8 * processes)))


def _summarise(setup: DuelSetup, bots: Sequence[str], played: Sequence[DuelGame]) -> Duel:
    together = find(setup.game).cooperative
    players = (
        _player(name, played, range(number, setup.seats, len(bots)), together=together)
        for number, name in enumerate(bots)
    )
    return Duel(game=setup.game, games=len(played), players=tuple(players))


def _player(name: str, played: Sequence[DuelGame], places: range, *, together: bool) -> Player:
    share = fsum(_share(game, places, together=together) for game in played) / len(played)
    low, high = wilson_interval(share, len(played))
    moves = sum(game.moves[place] for game in played for place in places)
    nanoseconds = sum(game.nanoseconds[place] for game in played for place in places)
    return Player(
        bot=name,
        share=share,
        low=low,
        high=high,
        mean_score=fmean(game.scores[place] for game in played for place in places),
        ms_per_move=nanoseconds / 1e6 / max(moves, 1),
    )


def _share(game: DuelGame, places: range, *, together: bool) -> float:
    """Return the share of a game's win that belongs to the bot at these places."""
    wins = sum(game.won[place] for place in places)
    return float(wins > 0) if together else wins / max(sum(game.won), 1)
