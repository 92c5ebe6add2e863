"""Non-interference on the wire: what a seat may not know changes no byte of what it is told.

Two worlds that a seat cannot tell apart are lived through at real tables over real sockets, at the
same moments and with the same ids. All that the seat and somebody who looks on receive is compared
to the byte: every frame in its order, and what they get without a socket.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import pytest
from sqlalchemy import select

from quincunx.core.analysis import Hint
from quincunx.core.errors import IllegalMove, QuincunxError
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.viewers import OMNISCIENT
from quincunx.games.pivit.rules import PivitRules
from quincunx.server.bots.bot_seats import BotSeats
from quincunx.server.bots.pools import BotPools
from quincunx.server.lobby.feed import LobbyFeed
from quincunx.server.storage import schema
from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.server.tables.view import records, showing, window
from quincunx.server.tables.view.audience import Audience
from quincunx.server.tables.view.records import as_json
from quincunx.wire import Pong
from tests.helpers.waiting import run
from tests.server.non_interference.scripted_game import Told, lived_through
from tests.server.non_interference.worlds import Fate, Setting, World, two_worlds

SETTINGS = {
    "quatrefoil": Setting("quatrefoil", {}, 4, 0, 8, bots=(2,), pace=60),
    "quatrefoil by hand": Setting("quatrefoil", {"signals": "by-hand"}, 4, 1, 8, seed=9),
    "quatrefoil colours open": Setting("quatrefoil", {"variant": "half-and-half"}, 4, 2, 6),
    "quatrefoil positions open": Setting(
        "quatrefoil", {"variant": "half-and-half", "half": "positions"}, 4, 3, 6
    ),
    "quatrefoil dual": Setting("quatrefoil", {"variant": "dual"}, 4, 1, 6),
    "quatrefoil race": Setting("quatrefoil", {"clock": True}, 4, 0, 8),
    "coloryam": Setting("coloryam", {}, 2, 1, 14, pace=60),
    "quivvit": Setting("quivvit", {"random_color": True, "color_blocking": True}, 3, 1, 8, seed=0),
    "quivvit in teams": Setting("quivvit", {"teams": "2 2", "double_rotation": True}, 2, 1, 8),
    "qwirkle cards": Setting("qwirkle_cards", {}, 3, 2, 8, bots=(1,), seed=7),
    "pivit": Setting("pivit", {}, 2, 0, 10, seed=38),
    "pivit at scoring": Setting("pivit", {"referee": "at-scoring"}, 3, 1, 12, seed=8),
}
"""In ColorYam and Quivvit all that is hidden is what chance will do."""

WITH_HIDDEN_CARDS = ("quatrefoil", "qwirkle cards", "pivit at scoring")


def spend(setting: Setting, world: World, folder: Path) -> Told:
    folder.mkdir()
    database = f"sqlite:///{folder / 'quincunx.db'}"
    return run(lived_through(setting, world, database))


Leaking = Callable[[], AbstractContextManager[Any]]


def differences(setting: Setting, folder: Path, leaking: Leaking = nullcontext) -> dict[str, str]:
    """By who heard it: the first thing that was not said in both worlds."""
    one, other = two_worlds(setting)
    assert one != other
    with leaking():
        here, there = spend(setting, one, folder / "one"), spend(setting, other, folder / "other")
    found = {}
    for who, heard in here.items():
        for number, (text, another) in enumerate(zip_longest(heard, there[who], fillvalue="")):
            if text != another:
                found[who] = f"message {number}: {_where(text, another)}"
                break
    return found


def _where(text: str, other: str) -> str:
    same = next(n for n, pair in enumerate(zip_longest(text, other)) if len({*pair}) > 1)
    around = slice(max(0, same - 80), same + 80)
    return f"…{text[around]}… and …{other[around]}…"


@pytest.mark.parametrize("name", SETTINGS)
def test_a_player_receives_the_same_whatever_is_hidden(name: str, tmp_path: Path) -> None:
    assert differences(SETTINGS[name], tmp_path) == {}


@pytest.mark.parametrize("name", WITH_HIDDEN_CARDS)
def test_a_spectator_receives_the_same_whatever_is_hidden(name: str, tmp_path: Path) -> None:
    """Also where the hands of all seats are others."""
    assert differences(SETTINGS[name]._replace(viewer=None, seed=2), tmp_path) == {}


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("name", SETTINGS)
def test_a_player_receives_the_same_for_many_seeds(name: str, seed: int, tmp_path: Path) -> None:
    setting = SETTINGS[name]
    viewers = (*range(setting.seats), None)
    viewer = viewers[seed % len(viewers)]
    if viewer in setting.bots:
        viewer = setting.viewer
    assert differences(setting._replace(viewer=viewer, seed=seed), tmp_path) == {}


# What each check is good for: a table that leaks, and who must notice it


class Leak(NamedTuple):
    setting: str
    noticed_by: set[str]
    """All who must hear a difference."""
    leaking: Leaking


def wrapped(target: object, name: str, leak: Callable[..., Any]) -> Leaking:
    """That function, given what the real one returns and what it was called with."""
    real = getattr(target, name)
    return lambda: patch.object(target, name, lambda *a, **k: leak(real(*a, **k), *a, **k))


def bit(match: Match) -> int:
    """Something that hangs on what is hidden: it is 0 in one world and 1 in the other."""
    assert isinstance(match.chance, Fate)
    return match.chance.key[0]


def one_more_frame(_: None, audience: Audience, state: TableState, *args: object) -> None:
    """Of frames that are allowed, so many that the number tells something."""
    for client in audience._clients:
        if bit(current_match(state)):
            client.send(Pong(0))


def teach(match: Match, *args: Any, **kwargs: Any) -> Any:
    """A refusal that says more than it may."""
    try:
        return play(match, *args, **kwargs)
    except QuincunxError as error:
        raise IllegalMove(error.message.id, rule="", offending=(str(bit(match)),)) from None


play = Match.play


async def hint_from_the_state(
    _: BotPools, match: Match, view: object, requester: str
) -> tuple[Hint, ...]:
    return (Hint(Message(str(bit(match))), None),)


async def lobby_with_a_digest(lobby: LobbyFeed, _: object) -> Any:
    row = await lobby._store.fetch_one(select(schema.tables.c.digest))
    return {"open": row and row["digest"]}


def what_chance_will_do(position: Any, match: Match, *args: object, **kwargs: object) -> Any:
    return msgspec.structs.replace(position, draft=bit(match))


LEAKS = {
    "a card in the position": Leak(
        "quatrefoil",
        {"viewer", "watcher"},
        wrapped(
            showing,
            "position",
            lambda position, match, *_, **__: msgspec.structs.replace(
                position, draft=match.state.positions
            ),
        ),
    ),
    "a seat's view for who looks on": Leak(
        "quatrefoil",
        {"watcher"},
        wrapped(
            showing,
            "position",
            lambda position, match, seat, *_, **__: msgspec.structs.replace(
                position, view=match.view(3 if seat is None else seat)
            ),
        ),
    ),
    "what chance will do": Leak(
        "coloryam", {"viewer", "watcher"}, wrapped(showing, "position", what_chance_will_do)
    ),
    "a move that is hidden": Leak(
        "pivit",
        {"viewer", "watcher", "viewer's requests", "watcher's requests"},
        lambda: patch.object(PivitRules, "conceal", lambda self, move, seat, viewer: move),
    ),
    "a draft that is not open": Leak(
        "pivit at scoring",
        {"viewer", "watcher"},
        lambda: patch.object(Match, "public_drafts", property(lambda match: dict(match._drafts))),
    ),
    "one frame more": Leak(
        "qwirkle cards", {"viewer", "watcher"}, wrapped(Audience, "_send_updates", one_more_frame)
    ),
    "a refusal": Leak("qwirkle cards", {"viewer"}, lambda: patch.object(Match, "play", teach)),
    "a hint": Leak(
        "qwirkle cards",
        {"viewer"},
        lambda: patch.object(BotPools, "hints", hint_from_the_state),
    ),
    "whether a move can be taken back": Leak(
        "qwirkle cards",
        {"viewer"},
        wrapped(Match, "can_take_back", lambda _, match, *args: bool(bit(match))),
    ),
    "when a stand-in moves": Leak(
        "quatrefoil",
        {"viewer", "watcher"},
        wrapped(
            window,
            "move_limits",
            lambda limits, state: {
                seat: at + bit(current_match(state)) for seat, at in limits.items()
            },
        ),
    ),
    "when a bot moves": Leak(
        "qwirkle cards",
        {"viewer", "watcher", "viewer's requests", "watcher's requests"},
        wrapped(
            BotSeats,
            "next",
            lambda acts, bots, match, *_: acts and (acts[0] - bit(match), acts[1]),
        ),
    ),
    "a whole record": Leak(
        "pivit",
        {"viewer's requests", "watcher's requests"},
        lambda: patch.object(
            records, "as_json", lambda match, _, slices: as_json(match, OMNISCIENT, slices)
        ),
    ),
    "a card in the lobby": Leak(
        "qwirkle cards",
        {"viewer's requests", "watcher's requests"},
        lambda: patch.object(LobbyFeed, "snapshot", lobby_with_a_digest),
    ),
}


@pytest.mark.parametrize("name", LEAKS)
def test_every_leak_is_detected(name: str, tmp_path: Path) -> None:
    leak = LEAKS[name]
    found = differences(SETTINGS[leak.setting], tmp_path, leak.leaking)
    assert found.keys() == leak.noticed_by
