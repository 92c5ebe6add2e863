"""Resigning, as a decision of its own: who loses, who plays on, and who must agree."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from quincunx.server.common.errors import NotAllowed, NotSeated, WrongPhase
from quincunx.server.common.seating import Occupant
from quincunx.server.ratings.sides import rank_sides
from quincunx.server.tables.commands.change import Change
from quincunx.server.tables.commands.dealing import deal_if_ready
from quincunx.server.tables.state.agreement import resigning_for
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import Answer, Leave, Person, Propose, RequestId, Resign, Return
from tests.helpers.table_states import ADA, BEN, CLEO, EVE, START, dealt, do, gathering, playing

ONE = RequestId("1")
TWO = RequestId("2")
THREE = RequestId("3")
TEAMS = {"teams": "2"}


def occupant(state: TableState, person: Person) -> Occupant:
    place = state.seating.place_of(person)
    assert place is not None
    found = state.seating.at(place)
    assert found is not None
    return found


def consequences(state: TableState, people: Iterable[Person]) -> list[str | None]:
    return [resigning_for(state, state.seating.place_of(person), START) for person in people]


@pytest.mark.parametrize("rated", [True, False])
def test_with_two_seats_the_player_who_resigns_loses(rated: bool) -> None:
    state = playing("quivvit", ADA, BEN, rated=rated)
    assert consequences(state, (ADA, BEN, EVE)) == ["lost", "lost", None]
    change = do(state, ADA, Resign(ONE))
    assert change.state.phase == "closed"
    assert change.state.forfeit is not None
    assert change.state.forfeit.winners == (1,)
    assert [line.note.id for line in change.lines if line.note] == ["table.note.resigned"]
    again = do(change.state, ADA, Resign(ONE))
    assert again.state is change.state, "sent twice, done once"


def test_against_bots_only_the_game_ends() -> None:
    state = playing("coloryam", ADA, bots={1: "easy", 2: "easy"})
    assert consequences(state, [ADA]) == ["lost"]
    ended = do(state, ADA, Resign(ONE)).state
    assert ended.forfeit is not None
    assert ended.forfeit.winners == (1, 2)


@pytest.mark.parametrize("rated", [True, False])
def test_with_more_seats_a_bot_plays_on_and_the_player_ranks_last(rated: bool) -> None:
    state = playing("coloryam", ADA, BEN, CLEO, rated=rated)
    assert consequences(state, (ADA, BEN, CLEO)) == ["last"] * 3
    left = do(state, BEN, Resign(ONE)).state
    assert left.phase == "playing"
    assert occupant(left, BEN).resigned
    assert occupant(left, BEN).bot is not None
    assert left.seating.place_of(BEN) == (1, 0), "what the seat sees, and no more"
    assert consequences(left, (ADA, BEN, CLEO)) == ["lost", None, "lost"]
    for request in (Return(TWO), Resign(TWO), Leave(TWO), Propose(TWO, "pause")):
        with pytest.raises(NotAllowed, match="resigned"):
            do(left, BEN, request)
    ended = do(left, CLEO, Resign(ONE)).state
    assert ended.forfeit is not None
    assert ended.forfeit.winners == (0,)
    sides = rank_sides(ended.config.game, ended.seating, ended.forfeit, None)
    assert {side.players: side.rank for side in sides} == {
        (ADA.id,): 0,
        (BEN.id,): 1,
        (CLEO.id,): 1,
    }


def test_a_player_can_resign_while_something_else_is_proposed() -> None:
    state = playing("coloryam", ADA, BEN, CLEO)
    proposed = do(state, ADA, Propose(ONE, "pause")).state
    left = do(proposed, BEN, Resign(ONE)).state
    assert occupant(left, BEN).resigned
    assert left.proposal is None


@pytest.mark.parametrize(
    ("state", "refusal"),
    [
        (playing("quatrefoil", ADA, BEN, CLEO, EVE), "nobody_to_resign_to"),
        (playing("coloryam", ADA), "nobody_to_resign_to"),
        (playing("coloryam", ADA, bots={1: "easy"}, deal="daily"), "daily_resign"),
    ],
)
def test_without_an_opponent_to_resign_to_it_is_refused(state: TableState, refusal: str) -> None:
    assert consequences(state, [ADA]) == [None]
    with pytest.raises(NotAllowed) as refused:
        do(state, ADA, Resign(ONE))
    assert refused.value.message.id == f"table.refusal.{refusal}"


def test_only_players_resign_and_only_during_the_game() -> None:
    with pytest.raises(WrongPhase):
        do(gathering("quivvit", ADA, BEN), ADA, Resign(ONE))
    state = playing("quivvit", ADA, BEN)
    with pytest.raises(NotSeated):
        do(state, EVE, Resign(ONE))
    ended = do(state, ADA, Resign(ONE)).state
    with pytest.raises(WrongPhase):
        do(ended, BEN, Resign(TWO))


# Teams


@pytest.mark.parametrize("rated", [True, False])
def test_a_team_resigns_when_all_its_members_agree(rated: bool) -> None:
    state = playing("quivvit", ADA, BEN, CLEO, EVE, seats=2, options=TEAMS, rated=rated)
    assert consequences(state, (ADA, BEN, CLEO, EVE)) == ["ask"] * 4
    asked = do(state, ADA, Resign(ONE)).state
    assert asked.proposal is not None
    assert (asked.proposal.wish, asked.proposal.waiting) == ("resign", (BEN,))
    with pytest.raises(NotAllowed):
        do(asked, CLEO, Answer(ONE, "resign", agree=True))
    with pytest.raises(NotAllowed):
        do(asked, CLEO, Resign(ONE))
    declined = do(asked, BEN, Answer(ONE, "resign", agree=False)).state
    assert declined.proposal is None
    assert declined.phase == "playing"
    for agreed in (do(asked, BEN, Answer(TWO, "resign", agree=True)), do(asked, BEN, Resign(TWO))):
        assert agreed.state.phase == "closed"
        assert agreed.state.forfeit is not None
        assert agreed.state.forfeit.winners == (1,)
        assert [occupant(agreed.state, each).forfeited for each in (ADA, BEN)] == [True, True]


def test_a_bot_in_the_team_need_not_agree_and_loses_too() -> None:
    state = gathering("quivvit", ADA, seats=2, options=TEAMS, rated=True)
    seating = state.seating.replaced((0, 0), Occupant(ADA, nonce="nonce"))
    for place in ((0, 1), (1, 0), (1, 1)):
        seating = seating.replaced(place, Occupant(bot="easy"))
    ready = state.replace(seating=seating, nonces=("nonce",))
    begun = dealt(deal_if_ready(Change(ready)), START).state
    assert consequences(begun, [ADA]) == ["lost"]
    for request in (Resign(ONE), Propose(ONE, "end")):
        ended = do(begun, ADA, request).state
        assert ended.forfeit is not None
        assert ended.forfeit.winners == (1,)
