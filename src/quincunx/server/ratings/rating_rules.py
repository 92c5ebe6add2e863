"""The rules of rated games: which games are rated, how they may end early, who is rated last.

Pure functions of the seating. `docs/explanation/ratings.md` states the same rules in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from quincunx.core.game import Game
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.server.common.seating import Occupant, Place, Seating
from quincunx.wire import DealKind, EndConsequence, Person

STAND_IN_LEVEL: Final = "easy"
"""The level of every bot that moves for a person in a rated game, so that it gives no advantage."""


def can_be_rated(game: Game, seats: int, deal: DealKind) -> bool:
    """Return whether the deal is new and there is an opponent: people, bots or the deal itself."""
    return deal == "fresh" and (game.cooperative or seats > 1)


def is_rated(chosen: bool | None, game: Game, seats: int, deal: DealKind, *, bots: bool) -> bool:
    """Return whether a game is rated as things stand; `chosen` is `None` if it was left open."""
    wanted = not bots if chosen is None else chosen
    return wanted and can_be_rated(game, seats, deal)


def has_unrated_bots(occupants: Iterable[Occupant]) -> bool:
    """Return whether bots make a game casual that was left open.

    These are the server's own bots, and bot accounts beside people: bot accounts are rated only
    among themselves.
    """
    found = list(occupants)
    players = [occupant.person for occupant in found if occupant.bot is None]
    has_bot_accounts = any(player is not None and player.bot for player in players)
    has_people = any(player is not None and not player.bot for player in players)
    return len(players) < len(found) or (has_bot_accounts and has_people)


def stand_in_level(game: Game, level: str, *, rated: bool) -> str:
    """Return the level of a bot that moves for a person."""
    return STAND_IN_LEVEL if rated and STAND_IN_LEVEL in game.bots else level


# Ending a rated game early


def ending(seating: Seating, place: Place, *, cooperative: bool) -> EndConsequence:
    """Return what it leads to if the player at that place proposes to end a rated game."""
    others = consenting(seating, place)
    if cooperative:
        # The opponent is the deal, which cannot agree.
        return "ask_lost" if others else "lost"
    opponents = [occupant for at, occupant in _occupants(seating) if at[0] != place[0]]
    in_play = [occupant for occupant in opponents if not occupant.forfeited]
    if not in_play:
        return "won"
    if any(occupant.person is None for occupant in in_play):
        return "never" if others else "lost"
    return "ask"


def players(seating: Seating) -> list[Place]:
    """Return the places of the people who have not forfeited."""
    return [
        at for at, occupant in _occupants(seating) if occupant.person and not occupant.forfeited
    ]


def consenting(seating: Seating, place: Place) -> tuple[Person, ...]:
    """Return the other players who must agree: absent ones too, but none who have forfeited."""
    return tuple(
        occupant.person
        for at, occupant in _occupants(seating)
        if at != place and occupant.person is not None and not occupant.forfeited
    )


def is_decided(seating: Seating, *, cooperative: bool) -> bool:
    """Return whether forfeits have decided a game: no opponent, or no person, is left."""
    if not any(occupant.person and not occupant.forfeited for _, occupant in _occupants(seating)):
        return True
    return not cooperative and len(_seats_in_play(seating)) < 2


def is_decided_without(seating: Seating, seat: int) -> bool:
    """Return whether a game with opponents is decided once the team at that seat resigns."""
    others = {at: occupant if at[0] != seat else None for at, occupant in seating}
    return is_decided(Seating(others), cooperative=False)


def forfeit_outcome(
    seating: Seating, seats: int, *, cooperative: bool, out_of_time: tuple[int, ...] = ()
) -> Outcome:
    """Return the outcome of a game that ended because players forfeited; it has no scores.

    `out_of_time`: the seats whose total time ran out at the end.
    """
    winners = () if cooperative else tuple(sorted(_seats_in_play(seating)))
    losers = tuple(seat for seat in range(seats) if seat not in winners)
    reason = "table.outcome.given_up" if cooperative else "table.outcome.resigned"
    if out_of_time:
        reason, losers = "table.outcome.out_of_time", out_of_time
    return Outcome(winners, (), Message(reason, {"seats": losers, "count": len(losers)}))


def _seats_in_play(seating: Seating) -> set[int]:
    """Return the seats of players and bots that have not forfeited."""
    return {at[0] for at, occupant in _occupants(seating) if not occupant.forfeited}


def _occupants(seating: Seating) -> Iterator[tuple[Place, Occupant]]:
    for place, occupant in seating:
        if occupant is not None:
            yield place, occupant
