"""Non-interference on the wire: hidden state changes no byte that a client receives.

Two worlds that a seat cannot tell apart are played at real tables over real sockets, at the same
times and with the same ids. Everything that the player and a spectator receive is compared byte by
byte: every frame in order, and the responses over HTTP.
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
from quincunx.server.http.routes.games import tables
from quincunx.server.lobby.feed import LobbyFeed
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.server.tables.view import records, showing, window
from quincunx.server.tables.view.audience import Audience
from quincunx.server.tables.view.records import as_json
from quincunx.wire import Pong, PrivateNotes
from tests.helpers.waiting import run
from tests.server.non_interference.scripted_game import Received, play_scripted_game
from tests.server.non_interference.worlds import Setting, World, WorldChance, two_worlds

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
"""In ColorYam and Quivvit only future results of chance are hidden."""

ONLY_EXHAUSTIVE = ("quatrefoil colours open", "quatrefoil positions open")
"""The kit checks these options for the rules; the path over the wire is the same."""

WITH_HIDDEN_CARDS = ("quatrefoil", "qwirkle cards", "pivit at scoring")


def play_world(setting: Setting, world: World, folder: Path) -> Received:
    folder.mkdir()
    database = f"sqlite:///{folder / 'quincunx.db'}"
    return run(play_scripted_game(setting, world, database))


Leaking = Callable[[], AbstractContextManager[Any]]


def differences(setting: Setting, folder: Path, leaking: Leaking = nullcontext) -> dict[str, str]:
    """Return for each recipient the first difference between the two worlds."""
    one, other = two_worlds(setting)
    assert one != other
    with leaking():
        here, there = (
            play_world(setting, one, folder / "one"),
            play_world(setting, other, folder / "other"),
        )
    found = {}
    for who, received in here.items():
        for number, (text, another) in enumerate(zip_longest(received, there[who], fillvalue="")):
            if text != another:
                found[who] = f"message {number}: {_where(text, another)}"
                break
    return found


def _where(text: str, other: str) -> str:
    same = next(n for n, pair in enumerate(zip_longest(text, other)) if len({*pair}) > 1)
    around = slice(max(0, same - 80), same + 80)
    return f"…{text[around]}… and …{other[around]}…"


@pytest.mark.parametrize("name", [name for name in SETTINGS if name not in ONLY_EXHAUSTIVE])
def test_a_player_receives_the_same_whatever_is_hidden(name: str, tmp_path: Path) -> None:
    assert differences(SETTINGS[name], tmp_path) == {}


@pytest.mark.parametrize("name", WITH_HIDDEN_CARDS)
def test_a_spectator_receives_the_same_whatever_is_hidden(name: str, tmp_path: Path) -> None:
    """The hands of all seats differ."""
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


# Servers with a leak, and the recipients that must see a difference


class Leak(NamedTuple):
    setting: str
    seen_by: set[str]
    """The recipients that must see a difference."""
    leaking: Leaking


def wrapped(target: object, name: str, leak: Callable[..., Any]) -> Leaking:
    """Patch a function with one that gets the real result and the arguments."""
    real = getattr(target, name)
    return lambda: patch.object(target, name, lambda *a, **k: leak(real(*a, **k), *a, **k))


def bit(match: Match) -> int:
    """Return a hidden bit: 0 in one world and 1 in the other."""
    assert isinstance(match.chance, WorldChance)
    return match.chance.key[0]


def one_more_frame(_: None, audience: Audience, state: TableState, *args: object) -> None:
    """Send more frames in one world than in the other."""
    for client in audience._clients:
        if bit(current_match(state)):
            client.send(Pong(0))


def teach(match: Match, *args: Any, **kwargs: Any) -> Any:
    """Refuse with a message that depends on hidden state."""
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


async def notes_of_everybody(store: Store, *_: object) -> tuple[PrivateNotes, ...]:
    rows = await store.fetch_all(select(schema.private_notes).order_by(*schema.private_notes.c))
    return tuple(PrivateNotes(row["version"], row["notes"]) for row in rows)


def draft_with_future_chance(position: Any, match: Match, *args: object, **kwargs: object) -> Any:
    return msgspec.structs.replace(position, draft=bit(match))


LEAKS = {
    "a card in the position": Leak(
        "quatrefoil",
        {"viewer", "spectator"},
        wrapped(
            showing,
            "position",
            lambda position, match, *_, **__: msgspec.structs.replace(
                position, draft=match.state.positions
            ),
        ),
    ),
    "a seat's view for spectators": Leak(
        "quatrefoil",
        {"spectator"},
        wrapped(
            showing,
            "position",
            lambda position, match, seat, *_, **__: msgspec.structs.replace(
                position, view=match.view(3 if seat is None else seat)
            ),
        ),
    ),
    "what chance will do": Leak(
        "coloryam", {"viewer", "spectator"}, wrapped(showing, "position", draft_with_future_chance)
    ),
    "a move that is hidden": Leak(
        "pivit",
        {"viewer", "spectator", "viewer's requests", "spectator's requests"},
        lambda: patch.object(PivitRules, "conceal", lambda self, move, seat, viewer: move),
    ),
    "a draft that is not open": Leak(
        "pivit at scoring",
        {"viewer", "spectator"},
        lambda: patch.object(Match, "public_drafts", property(lambda match: dict(match._drafts))),
    ),
    "one frame more": Leak(
        "qwirkle cards", {"viewer", "spectator"}, wrapped(Audience, "_send_updates", one_more_frame)
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
        {"viewer", "spectator"},
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
        {"viewer", "spectator", "viewer's requests", "spectator's requests"},
        wrapped(
            BotSeats,
            "next",
            lambda actions, bots, match, *_: actions and (actions[0] - bit(match), actions[1]),
        ),
    ),
    "a whole record": Leak(
        "pivit",
        {"viewer's requests", "spectator's requests"},
        lambda: patch.object(
            records, "as_json", lambda match, _, slices: as_json(match, OMNISCIENT, slices)
        ),
    ),
    "the notes of other players": Leak(
        "quatrefoil",
        {"viewer's requests", "spectator's requests"},
        lambda: patch.object(tables, "load_private_notes", notes_of_everybody),
    ),
    "a card in the lobby": Leak(
        "qwirkle cards",
        {"viewer's requests", "spectator's requests"},
        lambda: patch.object(LobbyFeed, "snapshot", lobby_with_a_digest),
    ),
}


@pytest.mark.parametrize("name", LEAKS)
def test_every_leak_is_detected(name: str, tmp_path: Path) -> None:
    leak = LEAKS[name]
    found = differences(SETTINGS[leak.setting], tmp_path, leak.leaking)
    assert found.keys() == leak.seen_by
