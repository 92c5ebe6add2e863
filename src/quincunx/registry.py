"""The games there are."""

from __future__ import annotations

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
    """Opens a room to the house: its rules to the doors, its words to the catalogues."""
    _games[game.name] = game
    register_catalogues(game.name, game.folder / "messages")


for _game in (QUATREFOIL, COLORYAM, QUIVVIT, QWIRKLE_CARDS, PIVIT):
    register(_game)


def games() -> tuple[str, ...]:
    """The names of the games that can be played."""
    return tuple(_games)


def find(name: str) -> Game:
    try:
        return _games[name]
    except KeyError:
        raise UnknownGame("core.error.unknown_game", game=name, known=games()) from None
