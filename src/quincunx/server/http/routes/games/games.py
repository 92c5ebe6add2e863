"""The games, their options and their guides."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from quincunx.core.bots import LEVELS
from quincunx.core.game import Game
from quincunx.core.options import describe_options, make_options
from quincunx.registry import find, game_names
from quincunx.wire import GameInfo, SeatRange


@get("/api/games")
async def list_games() -> list[GameInfo]:
    return [game_info(game) for game in map(find, game_names()) if game.listed]


def game_info(game: Game) -> GameInfo:
    """Return what clients need to know about a game to create a table of it."""
    seats = game.seats(game.options())
    return GameInfo(
        game.name,
        options=describe_options(game.options),
        fewest=seats.start,
        most=seats.stop - 1,
        bots=(*LEVELS, *(name for name in game.all_bots() if name not in game.bots)),
        presets=game.presets,
        race=game.race,
        cooperative=game.cooperative,
        against_bots=game.against_bots,
    )


@post("/api/games/{name:str}/seats", status_code=200)
async def seats_with(name: FromPath[str], data: JSONBody[dict[str, Any]]) -> SeatRange:
    """Return how many seats a game has with these options; raise an error for invalid ones."""
    game = find(name)
    seats = game.seats(make_options(game.options, data, game=game.name))
    return SeatRange(seats.start, seats.stop - 1)


@get("/api/guide/{game:str}/{language:str}")
async def guide(game: FromPath[str], language: FromPath[str]) -> Response[str]:
    """Return the guide in that language if there is one, otherwise in English."""
    folder = find(game).folder
    translated = folder / f"guide.{language}.md"
    known = translated in folder.glob("guide.*.md")
    text = (translated if known else folder / "guide.md").read_text("utf-8")
    return Response(text, media_type="text/markdown")


ROUTES = (list_games, seats_with, guide)
