"""The rules of rated games, case by case."""

from __future__ import annotations

import pytest

from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.registry import find
from quincunx.server.common.seating import Occupant
from quincunx.server.ratings.rating_rules import (
    can_be_rated,
    consenting,
    ending,
    forfeit_outcome,
    has_unrated_bots,
    is_decided,
    is_rated,
    stand_in_level,
)
from quincunx.server.ratings.sides import DEAL, DEAL_OF_BOTS, rank_sides
from quincunx.wire import DealKind, EndConsequence, Person, PersonId
from tests.helpers.finished_games import Player, make_seating

ADA, BEN, CLEO, DAN = (
    Person(PersonId(name.lower()), name) for name in ("Ada", "Ben", "Cleo", "Dan")
)


def gone(person: Person) -> Occupant:
    """Resigned: a bot plays on."""
    return Occupant(person, "easy", gone=True, forfeited=True)


def back(person: Person) -> Occupant:
    """Has come back after a stand-in moved."""
    return Occupant(person, nonce="n", forfeited=True)


def replaced(person: Person) -> Occupant:
    """A stand-in has the seat, and has not moved yet."""
    return Occupant(person, "easy", nonce="n")


DEEP, BLUE = (Person(PersonId(name.lower()), name, bot=True) for name in ("Deep", "Blue"))


Seats = tuple[Player | tuple[Player, ...], ...]


@pytest.mark.parametrize(
    ("game", "seats", "deal", "possible"),
    [
        ("coloryam", 2, "fresh", True),
        ("coloryam", 1, "fresh", False),
        ("pivit", 1, "fresh", False),
        ("quatrefoil", 4, "fresh", True),
        ("coloryam", 2, "known", False),
        ("coloryam", 2, "daily", False),
        ("coloryam", 2, "position", False),
    ],
)
def test_only_a_fresh_deal_with_an_opponent_can_be_rated(
    game: str, seats: int, deal: DealKind, possible: bool
) -> None:
    assert can_be_rated(find(game), seats, deal) is possible
    assert is_rated(True, find(game), seats, deal, bots=False) is possible
    assert not is_rated(False, find(game), seats, deal, bots=False)


@pytest.mark.parametrize(
    ("chosen", "bots", "rated"),
    [
        (None, False, True),
        (None, True, False),
        (True, True, True),
        (True, False, True),
        (False, True, False),
        (False, False, False),
    ],
)
def test_against_bots_a_game_is_casual_unless_chosen_otherwise(
    chosen: bool | None, bots: bool, rated: bool
) -> None:
    assert is_rated(chosen, find("quivvit"), 2, "fresh", bots=bots) is rated


@pytest.mark.parametrize(
    ("cooperative", "seats", "leads_to"),
    [
        # Two people: the opponent has to agree, absent or not.
        (False, (ADA, BEN), "ask"),
        (False, (ADA, replaced(BEN)), "ask"),
        # Bots cannot agree.
        (False, (ADA, "easy"), "lost"),
        (False, (ADA, "easy", "expert"), "lost"),
        (False, (ADA, BEN, "easy"), "never"),
        # Who has forfeited need not agree.
        (False, (ADA, gone(BEN)), "won"),
        (False, (ADA, back(BEN)), "won"),
        (False, (ADA, gone(BEN), CLEO), "ask"),
        (False, (ADA, gone(BEN), "easy"), "lost"),
        # A partner is no opponent, but is asked.
        (False, ((ADA, BEN), (CLEO, DAN)), "ask"),
        (False, ((ADA, BEN), ("easy", "easy")), "never"),
        (False, ((ADA, "easy"), ("easy", "easy")), "lost"),
        # Together against the deal, which cannot agree.
        (True, (ADA, "easy", "easy", "easy"), "lost"),
        (True, (ADA, BEN, "easy", "easy"), "ask_lost"),
        (True, (ADA, gone(BEN), "easy", "easy"), "lost"),
    ],
)
def test_ending_a_rated_game(cooperative: bool, seats: Seats, leads_to: EndConsequence) -> None:
    assert ending(make_seating(*seats), (0, 0), cooperative=cooperative) == leads_to


def test_an_absent_player_has_to_agree_and_one_who_forfeited_does_not() -> None:
    seating = make_seating(ADA, replaced(BEN), gone(CLEO), DAN, "easy")
    assert consenting(seating, (0, 0)) == (BEN, DAN)


@pytest.mark.parametrize(
    ("cooperative", "seats", "decided"),
    [
        (False, (ADA, BEN), False),
        (False, (gone(ADA), BEN), True),
        (False, (gone(ADA), "easy"), True),
        (False, (gone(ADA), BEN, CLEO), False),
        (False, (gone(ADA), gone(BEN), CLEO), True),
        (False, (gone(ADA), BEN, "easy"), False),
        (False, (gone(ADA), gone(BEN), "easy"), True),
        (False, ((gone(ADA), BEN), (CLEO, DAN)), False),
        (False, ((gone(ADA), gone(BEN)), (CLEO, DAN)), True),
        (False, ((gone(ADA), "easy"), (CLEO, DAN)), False),
        (True, (gone(ADA), BEN, "easy", "easy"), False),
        (True, (gone(ADA), "easy", "easy", "easy"), True),
    ],
)
def test_when_resigning_decides_the_game(cooperative: bool, seats: Seats, decided: bool) -> None:
    assert is_decided(make_seating(*seats), cooperative=cooperative) is decided


def ranks(game: str, seats: Seats, outcome: Outcome) -> dict[tuple[str, ...], int]:
    found = rank_sides(find(game), make_seating(*seats), outcome, None)
    return {side.players: side.rank for side in found}


@pytest.mark.parametrize(
    ("game", "seats", "placement"),
    [
        ("coloryam", (gone(ADA), BEN), {("ben",): 0, ("ada",): 1}),
        ("coloryam", (gone(ADA), "easy"), {("bot:easy",): 0, ("ada",): 1}),
        (
            "coloryam",
            (gone(ADA), gone(BEN), "easy", "expert"),
            {("bot:easy",): 0, ("bot:expert",): 0, ("ada",): 2, ("ben",): 2},
        ),
        ("quivvit", ((gone(ADA), gone(BEN)), (CLEO, DAN)), {
            ("cleo", "dan"): 0, ("ada",): 1, ("ben",): 1,
        }),
        (
            "quatrefoil",
            (gone(ADA), "easy", "easy", "easy"),
            {(DEAL,): 0, ("bot:easy", "bot:easy", "bot:easy"): 1, ("ada",): 2},
        ),
    ],
)  # fmt: skip
def test_a_player_who_resigned_is_rated_last(
    game: str, seats: Seats, placement: dict[tuple[str, ...], int]
) -> None:
    outcome = forfeit_outcome(make_seating(*seats), len(seats), cooperative=find(game).cooperative)
    assert outcome.scores == ()
    assert ranks(game, seats, outcome) == placement


@pytest.mark.parametrize("ada", [gone(ADA), replaced(ADA), back(ADA)])
def test_a_seat_with_a_stand_in_move_is_rated_last(ada: Occupant) -> None:
    won = Outcome((0,), (99, 1, 0), Message("table.refusal.not_over"))
    assert ranks("coloryam", (ada, BEN, CLEO), won) == {("ben",): 0, ("cleo",): 1, ("ada",): 2}


def test_a_stand_in_in_a_rated_game_is_a_weak_one() -> None:
    assert stand_in_level(find("quivvit"), "expert", rated=True) == "easy"
    assert stand_in_level(find("quivvit"), "expert", rated=False) == "expert"


@pytest.mark.parametrize(
    ("occupants", "casual"),
    [
        ((ADA, BEN), False),
        ((ADA, "easy"), True),
        ((ADA, DEEP), True),
        ((DEEP, BLUE), False),
        ((DEEP, "easy"), True),
        ((DEEP,), False),
    ],
)
def test_bot_accounts_are_rated_only_among_themselves(
    occupants: tuple[Player, ...], casual: bool
) -> None:
    found = [occupant for _, occupant in make_seating(*occupants) if occupant]
    assert has_unrated_bots(found) == casual


def test_bot_accounts_have_a_deal_of_their_own() -> None:
    outcome = Outcome((0, 1, 2, 3), (5,) * 4, Message("table.refusal.not_over"))
    for person, deal in ((ADA, DEAL), (DEEP, DEAL_OF_BOTS)):
        others = [Person(PersonId(f"{person.id}-{n}"), "Other", person.bot) for n in range(3)]
        sides = rank_sides(find("quatrefoil"), make_seating(person, *others), outcome, 1)
        assert {side.players for side in sides if len(side.players) == 1} == {(deal,)}
