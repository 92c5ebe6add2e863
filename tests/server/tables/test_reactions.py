"""Quick reactions: who may send them, how often, and where they are refused."""

from __future__ import annotations

import pytest

from quincunx.server.common.errors import NotAllowed, NotSeated, PeopleOnly
from quincunx.server.tables.state.chat import MAX_REACTIONS_PER_PERSON, REACTION_LIMIT_MS
from quincunx.server.tables.state.permissions import check_request
from quincunx.wire import Person, PersonId, React, RequestId, Say
from tests.helpers.table_states import ADA, BEN, EVE, at, do, gathering, playing

WOW = React(RequestId("wow"), "wow")


def test_players_react_before_and_during_the_game() -> None:
    for state in (gathering("quivvit", ADA, BEN), playing("quivvit", ADA, BEN)):
        change = do(state, ADA, WOW)
        said = change.state.chat.lines[-1]
        assert (said.person, said.reaction, said.text) == (ADA, "wow", "")


def test_a_reaction_that_is_sent_twice_is_shown_once() -> None:
    state = do(playing("quivvit", ADA, BEN), ADA, WOW).state
    again = do(state, ADA, WOW)
    assert again.state is state
    assert again.reply is not None


def test_no_reaction_is_a_signal_in_a_game_that_forbids_talking() -> None:
    """Not even in a pause; before the deal it tells nothing."""
    bots = {2: "easy", 3: "easy"}
    assert do(gathering("quatrefoil", ADA, BEN, bots=bots), ADA, WOW).lines
    state = playing("quatrefoil", ADA, BEN, bots=bots)
    paused = state.replace(clock=state.clock.pause(at(10).server))
    for quiet in (state, paused):
        with pytest.raises(NotAllowed, match="Chat is off"):
            do(quiet, ADA, WOW)


def test_spectators_and_programs_send_none() -> None:
    with pytest.raises(NotSeated):
        do(playing("quivvit", ADA, BEN), EVE, WOW)
    with pytest.raises(PeopleOnly):
        check_request(Person(PersonId("deep"), "Deep", bot=True), WOW)


def test_reactions_have_a_rate_limit_of_their_own() -> None:
    state = playing("quivvit", ADA, BEN)
    for number in range(MAX_REACTIONS_PER_PERSON):
        state = do(state, ADA, React(RequestId(str(number)), "wow"), at(number)).state
    with pytest.raises(NotAllowed, match="too fast"):
        do(state, ADA, WOW, at(REACTION_LIMIT_MS - 1))
    assert do(state, BEN, WOW, at(9)).lines, "everybody has a limit of their own"
    assert do(state, ADA, Say(RequestId("say"), "Hello"), at(9)).lines
    assert do(state, ADA, WOW, at(REACTION_LIMIT_MS)).lines
