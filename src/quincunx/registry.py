"""The games: the one list of those that come with quincunx, and how to add another."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from importlib import import_module
from pickle import PicklingError
from typing import Final

from quincunx.core.errors import UnknownGame
from quincunx.core.game import Game
from quincunx.core.messages import register_catalogues

_INCLUDED: Final = ("quatrefoil", "coloryam", "quivvit", "qwirkle_cards", "pivit")
"""The games that come with quincunx, in the order in which the page shows them.

The package `quincunx.games.pivit` has the game as `PIVIT`. A package is imported when its game is
first asked for, because the bots and solvers of all games take longer to import than the rest.
"""
_games: dict[str, Game] = {}
"""The games that were registered or asked for, by name."""


def register(game: Game) -> None:
    """Add a game and its message catalogues."""
    _games[game.name] = game
    register_catalogues(game.name, game.folder / "messages")


def game_names() -> tuple[str, ...]:
    """Return the names of all games, in the order in which the page shows them."""
    return tuple(dict.fromkeys((*_INCLUDED, *_games)))


def find(name: str) -> Game:
    """Return the game with that name; raise `UnknownGame` if there is none."""
    if name not in _games:
        if name not in _INCLUDED:
            raise UnknownGame("core.error.unknown_game", game=name, known=game_names())
        _games[name] = getattr(import_module(f"quincunx.games.{name}"), name.upper())
    return _games[name]


def load_games() -> None:
    """Import all games now, so that no request to a server has to wait for it."""
    for name in game_names():
        find(name)


def _by_name(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """Pickle a game as its name: games are code, and the same in every process."""
    if game.name not in game_names() or find(game.name) is not game:
        raise PicklingError(f"the game {game.name!r} is not registered")
    return find, (game.name,)


copyreg.pickle(Game, _by_name)
