"""Bots against each other, many games over: who wins how often, and how sure that is."""

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

from quincunx.core.errors import QuincunxError
from quincunx.core.game import Game
from quincunx.core.options import Options, as_values, make_options
from quincunx.lab.confidence import wilson_interval
from quincunx.lab.duel_game import DuelGame, DuelSetup, play_duel_game
from quincunx.registry import find


class Player(msgspec.Struct, frozen=True):
    """What one of the bots achieved."""

    bot: str
    share: float
    """Of the wins; a tie is divided among the winners, a win of all together is everybody's."""
    low: float
    high: float
    """Between these the share lies with 95 % confidence."""
    mean_score: float
    ms_per_move: float
    """Of the processor's time, for choosing alone."""


class Duel(msgspec.Struct, frozen=True):
    """The figures of a duel, a player for each bot that was named."""

    game: str
    games: int
    players: tuple[Player, ...]


class BadDuel(QuincunxError):
    """Such a duel cannot be held."""


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
    """Lets the bots play so many games and counts; `after_each` is called after every game.

    The bots' names are repeated until all seats are taken, and every game moves everybody one seat
    on. The same seed gives the same figures, but for the time taken, on any number of processes.
    They are started afresh: a script that calls this does so below `if __name__ == "__main__"`.
    """
    for what, number in (("games", games), ("work", work)):
        if number is not None and number < 1:
            raise BadDuel("lab.less_than_one", what=what, number=number)
    found = find(game)
    made = make_options(found.options, options or {}, game=game)
    setting = DuelSetup(
        game=game,
        options=as_values(made),
        lineup=_lineup(found, made, bots, seats),
        seed=seed,
        work=work,
    )
    bouts = []
    for bout in _play_all(setting, games, processes or os.cpu_count() or 1):
        bouts.append(bout)
        after_each()
    return _counted(setting, bots, bouts)


def _lineup(
    game: Game, options: Options, bots: Sequence[str], seats: int | None
) -> tuple[str, ...]:
    """The bots, repeated until they fill the table."""
    for name in bots:
        game.find_bot(name)
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


def _play_all(setting: DuelSetup, games: int, processes: int) -> Iterator[DuelGame]:
    """The games in their order, wherever they were played."""
    play = partial(play_duel_game, setting)
    processes = min(processes, games)
    if processes == 1:
        yield from map(play, range(games))
        return
    with ProcessPoolExecutor(
        processes,
        # Forking a process that has threads, such as a progress bar's, can lock up.
        mp_context=get_context("spawn"),
        # An interrupt ends them at once and without a word; it is the parent that answers it.
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_DFL),
    ) as pool:
        yield from pool.map(play, range(games), chunksize=_chunk(games, processes))


def _chunk(games: int, processes: int) -> int:
    """Few enough games at a time that no process waits long for the last one."""
    return max(1, min(16, games // (8 * processes)))


def _counted(setting: DuelSetup, bots: Sequence[str], bouts: Sequence[DuelGame]) -> Duel:
    together = find(setting.game).cooperative
    players = (
        _player(name, bouts, range(number, setting.seats, len(bots)), together=together)
        for number, name in enumerate(bots)
    )
    return Duel(game=setting.game, games=len(bouts), players=tuple(players))


def _player(name: str, bouts: Sequence[DuelGame], places: range, *, together: bool) -> Player:
    share = fsum(_share(bout, places, together=together) for bout in bouts) / len(bouts)
    low, high = wilson_interval(share, len(bouts))
    moves = sum(bout.moves[place] for bout in bouts for place in places)
    nanoseconds = sum(bout.nanoseconds[place] for bout in bouts for place in places)
    return Player(
        bot=name,
        share=share,
        low=low,
        high=high,
        mean_score=fmean(bout.scores[place] for bout in bouts for place in places),
        ms_per_move=nanoseconds / 1e6 / max(moves, 1),
    )


def _share(bout: DuelGame, places: range, *, together: bool) -> float:
    """How much of that win is due to the bot at these places."""
    wins = sum(bout.won[place] for place in places)
    return float(wins > 0) if together else wins / max(sum(bout.won), 1)
