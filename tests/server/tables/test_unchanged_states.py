"""A command never changes the state that it is given."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import msgspec
import pytest

from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match
from quincunx.registry import find, game_names
from quincunx.server.tables.commands import COMMANDS
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.state.table_state import (
    TableState,
    with_arrival,
)
from quincunx.server.tables.state.wake_up import Duty
from quincunx.server.tables.timing.timers import next_action, run_action
from quincunx.wire import (
    Answer,
    AskRematch,
    Leave,
    Person,
    PlayMove,
    Propose,
    Ready,
    RequestId,
    Resume,
    Return,
    Say,
    SeatBot,
    SetBotPace,
    Sit,
    TableRequest,
    UpdateDraft,
    Wish,
)
from tests.helpers.table_states import ADA, BEN, EVE, at, dealt, gathering


def everything(value: object) -> Any:
    """A deep copy of all that a state holds, for comparison; rules and bots are shared."""
    if isinstance(value, Match):
        held = {name: held for name, held in vars(value).items() if name not in ("game", "rules")}
        return {name: everything(each) for name, each in held.items()}
    if isinstance(value, TableState):
        fields = [name for name in value.__struct_fields__ if name not in ("config", "bots")]
        return {name: everything(getattr(value, name)) for name in fields}
    if type(value).__name__ == "DraftLog":
        return [everything(entry) for entry in value], value.superseded  # type: ignore[attr-defined]
    if hasattr(value, "results"):
        return {name: copy.copy(each) for name, each in vars(value).items() if name != "_keyed"}
    if isinstance(value, dict):
        return {key: everything(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(value) if isinstance(value, list) else value
    return value


WISHES: tuple[Wish, ...] = ("pause", "take_back", "stand_in", "end")


def some_request(state: TableState, rng: Random, number: int) -> tuple[Person, TableRequest]:
    """A request that may or may not be allowed; often the move that the game waits for."""
    name, person = RequestId(str(number)), rng.choice((ADA, BEN, EVE))
    match = state.match
    if match is not None and match.active and rng.random() < 0.6:
        seat = rng.choice(match.awaited or match.active)
        occupant = state.seating.at((seat, 0))
        player = occupant.person if occupant and occupant.person else person
        if match.rules.drafting(match.state, seat) and rng.random() < 0.5:
            draft = match.rules.sample_draft(match.view(seat), rng)
            return player, UpdateDraft(name, msgspec.to_builtins(draft))
        legal = match.legal_moves(seat)
        if list(legal):
            move = str(legal.sample(rng))
            return player, PlayMove(name, match.version, move)
    wish = rng.choice(WISHES)
    requests: tuple[TableRequest, ...] = (
        Sit(name, rng.randrange(3)),
        Leave(name),
        Return(name),
        SeatBot(name, rng.randrange(3), rng.choice((None, "easy"))),
        Ready(name, "nonce"),
        Propose(name, wish, rng.randrange(2)),
        Answer(name, wish, rng.random() < 0.7),
        Resume(name),
        SetBotPace(name, rng.choice(("slow", "normal", "fast"))),
        Say(name, f"line {number}"),
        AskRematch(name),
        PlayMove(name, 0, "nonsense"),
        UpdateDraft(name, "nonsense"),
    )
    return person, rng.choice(requests)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", game_names())
def test_no_command_ever_changes_the_state_that_it_is_given(game: str, seed: int) -> None:
    rng = Random(f"{game}/{seed}")
    found = find(game)
    seats = max(2, found.seats(found.options()).start)
    bots = dict.fromkeys(range(2, seats), "easy")
    state = gathering(game, ADA, BEN, bots=bots, rated=rng.choice((True, False)))
    now, kinds = at(0), set()
    for number in range(150):
        now = at(now.server + rng.randrange(3_000))
        state = with_arrival(state, EVE.id) if rng.random() < 0.1 else state
        before = everything(state)
        person, request = some_request(state, rng, number)
        try:
            if rng.random() < 0.2:
                action = next_action(state, now, Duty())
                change = run_action(state, action, now)
            else:
                change = COMMANDS[type(request)](state, Caller(person), request, now)
            if change.deals:
                change = dealt(change, now)
        except QuincunxError:
            assert everything(state) == before
            continue
        assert everything(state) == before
        kinds.add(type(request))
        state = change.state
        if state.phase in ("over", "closed"):
            state = gathering(game, ADA, BEN, bots=bots, rated=False)
    assert len(kinds) > 5
