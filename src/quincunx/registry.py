"""The games: the one list of those that come with quincunx, and how to add another."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from pickle import PicklingError

from quincunx.core.errors import UnknownGame
from quincunx.core.game import Game
from quincunx.core.messages import register_catalogues
from quincunx.games.coloryam import COLORYAM
from quincunx.games.pivit import PIVIT
from quincunx.games.quatrefoil import QUATREFOIL
from quincunx.games.quivvit import QUIVVIT
from quincunx.games.qwirkle_cards import QWIRKLE_CARDS

_games: dict[str, Game] = {}


def register(game: Game) -> None:
    """Add a game and its message catalogues."""
    _games[game.name] = game
    register_catalogues(game.name, game.folder / "messages")


for _game in (QUATREFOIL, COLORYAM, QUIVVIT, QWIRKLE_CARDS, PIVIT):
    register(_game)


def game_names() -> tuple[str, ...]:
    """Return the names of all games, in the order in which the page shows them."""
    return tuple(_games)


def _by_name(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """Pickle a game as its name: games are code, and the same in every process."""
    if _games.get(game.name) is not game:
        raise PicklingError(f"the game {game.name!r} is not registered")
    return find, (game.name,)


copyreg.pickle(Game, _by_name)


def find(name: str) -> Game:
    """Return the game with that name; raise `UnknownGame` if there is none."""
    try:
        return _games[name]
    except KeyError:
        raise UnknownGame("core.error.unknown_game", game=name, known=game_names()) from None
