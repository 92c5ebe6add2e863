"""The rules of rated games: which games are rated, how they may end early, who is rated last.

Pure functions of the seating. `docs/ratings.md` states the same rules in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from quincunx.core.game import Game
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.server.common.seating import Place, Seating, Sitter
from quincunx.wire import DealKind, EndConsequence, Person

STAND_IN_LEVEL: Final = "easy"
"""The level of every bot that moves for a person in a rated game, so that it helps nobody."""


def can_be_rated(game: Game, seats: int, deal: DealKind) -> bool:
    """Return whether the deal is new and there is an opponent: people, bots or the deal itself."""
    return deal == "fresh" and (game.cooperative or seats > 1)


def is_rated(chosen: bool | None, game: Game, seats: int, deal: DealKind, *, bots: bool) -> bool:
    """Whether a game is rated as things stand. `chosen` is `None` if nobody has chosen yet."""
    wanted = not bots if chosen is None else chosen
    return wanted and can_be_rated(game, seats, deal)


def stand_in_level(game: Game, level: str, *, rated: bool) -> str:
    """The level of a bot that moves for a person."""
    return STAND_IN_LEVEL if rated and STAND_IN_LEVEL in game.bots else level


# Ending a rated game early


def ending(seating: Seating, place: Place, *, cooperative: bool) -> EndConsequence:
    """What the wish of the player at that place to end a rated game leads to."""
    others = consenting(seating, place)
    if cooperative:
        # The opponent is the deal, which cannot agree.
        return "ask_lost" if others else "lost"
    opponents = [sitter for at, sitter in _sitters(seating) if at[0] != place[0]]
    in_play = [sitter for sitter in opponents if not sitter.forfeited]
    if not in_play:
        return "won"
    if any(sitter.person is None for sitter in in_play):
        return "never" if others else "lost"
    return "ask"


def players(seating: Seating) -> list[Place]:
    """The places of the people who have not forfeited."""
    return [at for at, sitter in _sitters(seating) if sitter.person and not sitter.forfeited]


def consenting(seating: Seating, place: Place) -> tuple[Person, ...]:
    """The other players who must agree, absent ones included, without those who have forfeited."""
    return tuple(
        sitter.person
        for at, sitter in _sitters(seating)
        if at != place and sitter.person is not None and not sitter.forfeited
    )


def is_decided(seating: Seating, *, cooperative: bool) -> bool:
    """Whether a rated game is over because players forfeited: nobody is left to play against."""
    if not any(sitter.person and not sitter.forfeited for _, sitter in _sitters(seating)):
        return True
    return not cooperative and len(_seats_in_play(seating)) < 2


def forfeit_outcome(seating: Seating, seats: int, *, cooperative: bool) -> Outcome:
    """The outcome of a game that ended because players forfeited; it has no scores."""
    winners = () if cooperative else tuple(sorted(_seats_in_play(seating)))
    losers = tuple(seat for seat in range(seats) if seat not in winners)
    reason = "table.outcome.given_up" if cooperative else "table.outcome.resigned"
    return Outcome(winners, (), Message(reason, {"seats": losers, "count": len(losers)}))


def _seats_in_play(seating: Seating) -> set[int]:
    """The seats that hold a player, or a bot of its own, that has not forfeited."""
    return {at[0] for at, sitter in _sitters(seating) if not sitter.forfeited}


def _sitters(seating: Seating) -> Iterator[tuple[Place, Sitter]]:
    for place, sitter in seating:
        if sitter is not None:
            yield place, sitter
