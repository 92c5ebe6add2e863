"""Play the actions of one world at a real table over real sockets, and keep what clients receive.

Everything random is replaced: the two clocks are set by hand, ids and secrets are numbered, and the
world determines chance. So frames can be compared as they are.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from quincunx.client import Client
from quincunx.core.options import make_options
from quincunx.registry import find
from quincunx.server.bots import bot_seats
from quincunx.server.bots.bot_requests import BotRequest
from quincunx.server.bots.pools import BotPools
from quincunx.server.bots.tasks import choose_move
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.http import connection
from quincunx.server.http.app import create_app
from quincunx.server.tables.state.table_state import current_match
from quincunx.wire import (
    Answer,
    AskHints,
    FromClient,
    Hello,
    NewTable,
    Ping,
    PlayMove,
    Propose,
    Ready,
    RequestId,
    Sit,
    TableOpened,
    UpdateDraft,
)
from tests.helpers.in_process_server import serve_app
from tests.helpers.waiting import MAX_WAIT_S
from tests.server.non_interference.worlds import (
    BOT_PAUSE_MS,
    Action,
    Setting,
    World,
    WorldChance,
)

Received = dict[str, list[str]]
"""For each recipient, every frame or response in order."""

Place = tuple[int, int]

START_MS = 1_000_000
"""Server time of the deal; all other times are relative to it."""


class Clocks:
    """The server clock and the wall clock, set by hand."""

    def __init__(self) -> None:
        self.server_ms = START_MS

    def set_to(self, at: int) -> None:
        self.server_ms = START_MS + at

    def wall(self) -> int:
        return (1_800_000_000_000 + self.server_ms) * 1_000_000


class Listener:
    """A socket at the table, and every frame that it received."""

    def __init__(self, socket: ClientConnection, numbers: Iterator[int]) -> None:
        """`numbers` makes request ids unique among all sockets."""
        self._socket = socket
        self._numbers = numbers
        self.received: list[str] = []

    async def request(self, make_request: Callable[[str], FromClient]) -> bool:
        """Send a request and receive all its results; return whether it was accepted."""
        name, before = f"request {next(self._numbers)}", len(self.received)
        await self._send(make_request(name))
        await self.drain()
        return not any(f'"refused","id":"{name}"' in text for text in self.received[before:])

    async def drain(self) -> None:
        await self._send(Ping())
        while not (text := await self._next()).startswith('{"type":"pong"'):
            self.received.append(text)
        self.received.append(text)

    async def hello(self, since: int | None) -> None:
        await self._send(Hello("", since))
        self.received.append(await self._next())
        await self.drain()

    async def close(self) -> None:
        await self._socket.close()

    async def _send(self, message: FromClient) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def _next(self) -> str:
        text = await self._socket.recv()
        assert isinstance(text, str)
        return text


async def play_scripted_game(setting: Setting, world: World, database: str) -> Received:
    """Return what the viewer and a spectator received in that world."""
    clocks = Clocks()
    with _deterministic_server(world, clocks):
        return await _ScriptedGame(setting, world, clocks, database).play()


@contextmanager
def _deterministic_server(world: World, clocks: Clocks) -> Iterator[None]:
    async def run_in_process(
        _: BotPools, pool: object, requester: str, work: Callable[..., Any], *args: Any
    ) -> Any:
        return _scripted_bot_move(world, args[0]) if work is choose_move else work(*args)

    numbers = count(1)
    with ExitStack() as patches:
        for target, name, value in (
            (ServerClock, "now", lambda _: clocks.server_ms),
            (time, "time_ns", clocks.wall),
            (bot_seats, "BOT_PAUSE_MS", BOT_PAUSE_MS),
            # Latency is measured when a connection is opened, and not during a game.
            (connection, "PROBE_INTERVAL_S", 3600),
            (BotPools, "_run", run_in_process),
        ):
            patches.enter_context(patch.object(target, name, value))

        class ChanceOfThisWorld(WorldChance):
            def __init__(self, _: bytes) -> None:
                super().__init__(world)

        for module in ("match.match", "records.replay"):
            patches.enter_context(patch(f"quincunx.core.{module}.KeyedChance", ChanceOfThisWorld))
        for name in ("token_hex", "token_urlsafe"):
            patches.enter_context(
                patch(f"secrets.{name}", lambda size: f"{next(numbers):0{2 * size}x}")
            )
        yield


def _scripted_bot_move(world: World, asked: BotRequest) -> str:
    """Return the next move of the bot in this world."""
    done = len([seen for seen in asked.observations if seen.seat == asked.view.seat])
    moves = [
        action.move for action in world.actions if action.seat == asked.view.seat and action.move
    ]
    return moves[done]


class _ScriptedGame:
    def __init__(self, setting: Setting, world: World, clocks: Clocks, database: str) -> None:
        self._setting = setting
        self._world = world
        self._clocks = clocks
        self._database = database
        self._numbers = count(1)
        self._sessions: dict[Place, Client] = {}
        self._listeners: dict[Place, Listener] = {}
        self._received: Received = {"spectator": [], "spectator's requests": []}
        if setting.viewer is not None:
            self._received |= {"viewer": [], "viewer's requests": []}

    async def play(self) -> Received:
        actions = self._world.actions
        half = len(actions) // 2
        async with self._serve() as url:
            await self._create_table(url)
            await self._join_all(since=None)
            await self._start()
            for action in actions[:half]:
                await self._perform(action)
            await self._try_other_requests()
            await self._write_private_notes()
            await self._reconnect()
            await self._disconnect_all()
        async with self._serve() as url:
            for person in (*self._sessions.values(), self._spectator):
                person.url = url
            await self._join_all(since=1)
            for action in actions[half:]:
                await self._perform(action)
            await self._fetch_over_http()
            await self._assert_complete()
            await self._disconnect_all()
        return self._received

    @asynccontextmanager
    async def _serve(self) -> AsyncIterator[str]:
        self._app = create_app(self._database)
        async with serve_app(self._app) as url:
            yield url

    # Connections

    async def _create_table(self, url: str) -> None:
        setting = self._setting
        for place in self._places():
            self._sessions[place] = await Client.guest(url, f"Seat {place[0]}, member {place[1]}")
        self._spectator = await Client.guest(url, "Watcher")
        host = next(iter(self._sessions.values()))
        self._opened: TableOpened = await host.create_table(
            NewTable(
                setting.game,
                setting.options,
                seats=setting.seats,
                bots=dict.fromkeys(setting.bots, "medium"),
                open=True,
                pace=setting.pace,
                # Casual, so that hints and undo are allowed and checked for leaks.
                rated=False,
            )
        )

    def _places(self) -> list[Place]:
        """Return the places of people, the viewer's last, so that another player is the host."""
        setting, game = self._setting, find(self._setting.game)
        teams = game.teams(
            make_options(game.options, setting.options, game=game.name), setting.seats
        )
        places = [
            (seat, member)
            for seat, size in enumerate(teams)
            for member in range(size)
            if seat not in setting.bots
        ]
        return sorted(places, key=lambda place: place == (setting.viewer, 0))

    async def _join_all(self, since: int | None) -> None:
        for place, person in self._sessions.items():
            self._listeners[place] = await self._join(person, since)
        self._spectator_listener = await self._join(self._spectator, since)
        await self._drain_all()

    async def _join(self, person: Client, since: int | None) -> Listener:
        address = f"ws{person.url.removeprefix('http')}/api/tables/{self._opened.id}/socket"
        socket = await connect(address, additional_headers={"Cookie": person.cookie})
        listener = Listener(socket, self._numbers)
        await listener.hello(since)
        return listener

    async def _disconnect_all(self) -> None:
        self._received["spectator"] += self._spectator_listener.received
        if self._viewer_listener is not None:
            self._received["viewer"] += self._viewer_listener.received
        for listener in (*self._listeners.values(), self._spectator_listener):
            await listener.close()

    @property
    def _viewer_listener(self) -> Listener | None:
        viewer = self._setting.viewer
        return None if viewer is None else self._listeners[viewer, 0]

    async def _reconnect(self) -> None:
        """Reconnect once with the missed steps, and once like a new client."""
        for since in (2, None):
            self._received["spectator"] += self._spectator_listener.received
            await self._disconnect(self._spectator_listener)
            self._spectator_listener = await self._join(self._spectator, since)
            await self._drain_all()
            if self._viewer_listener is not None:
                place = (self._setting.viewer or 0, 0)
                self._received["viewer"] += self._viewer_listener.received
                await self._disconnect(self._viewer_listener)
                self._listeners[place] = await self._join(self._sessions[place], since)
                await self._drain_all()

    async def _disconnect(self, listener: Listener) -> None:
        """Disconnect, and wait until the others have been notified."""
        observer = next(other for other in self._listeners.values() if other is not listener)
        before = sum('"type":"table"' in text for text in observer.received)
        await listener.close()
        while sum('"type":"table"' in text for text in observer.received) == before:
            await observer.drain()

    async def _drain_all(self) -> None:
        for listener in (*self._listeners.values(), self._spectator_listener):
            await listener.drain()

    # The game

    async def _start(self) -> None:
        for (seat, member), listener in self._listeners.items():
            await listener.request(lambda name, at=(seat, member): Sit(name, *at))  # type: ignore[misc]
        for number, listener in enumerate(self._listeners.values()):
            await listener.request(lambda name, nonce=f"nonce{number}": Ready(name, nonce))  # type: ignore[misc]
        await self._drain_all()

    async def _perform(self, action: Action) -> None:
        await self._try_refused_moves(action)
        if action.seat is None or action.seat in self._setting.bots:
            await self._wake_up_at(action.at - 1)
            await self._wake_up_at(action.at)
        else:
            self._clocks.set_to(action.at)
            done = await self._listeners[action.seat, action.member].request(
                lambda name: _request(name, action)
            )
            assert done, f"{action} was refused"
        await self._drain_all()

    async def _wake_up_at(self, at: int) -> None:
        """Set the clock and wake up the table, so that bots move and deadlines pass."""
        self._clocks.set_to(at)
        table = await self._app.state.tables.registry.find(self._opened.id)
        await table.wake_up()
        await self._drain_all()

    async def _try_refused_moves(self, action: Action) -> None:
        for move, version in action.refused:

            def play(name: str, move: str = move, version: int = version) -> FromClient:
                return PlayMove(RequestId(name), version, move)

            if self._viewer_listener is not None:
                await self._viewer_listener.request(play)
            await self._spectator_listener.request(play)

    async def _try_other_requests(self) -> None:
        """Send the other requests of a game in play, allowed or not."""
        for listener in filter(None, (self._viewer_listener, self._spectator_listener)):
            await listener.request(lambda name: PlayMove(RequestId(name), 99, "nonsense"))
            await listener.request(lambda name: UpdateDraft(RequestId(name), "nonsense"))
            await listener.request(lambda name: AskHints(RequestId(name), 3))
            await listener.request(lambda name: Propose(RequestId(name), "take_back"))
            await listener.request(lambda name: Answer(RequestId(name), "take_back", agree=False))
        await self._drain_all()

    async def _assert_complete(self) -> None:
        table = await self._app.state.tables.registry.find(self._opened.id)
        happened = current_match(table.state).version
        assert happened == sum(action.draft is None for action in self._world.actions)

    async def _write_private_notes(self) -> None:
        """Have the other players write notes, different ones and more of them in one world."""
        if find(self._setting.game).notes_type is None:
            return
        bit = self._world.key[0]
        for place, person in self._sessions.items():
            for number in range(0 if place == (self._setting.viewer, 0) else 1 + bit):
                notes = {"deal": 0, "marks": ("x" if bit else "o") * 25}
                async with httpx.AsyncClient(
                    base_url=person.url, headers={"Cookie": person.cookie}, timeout=MAX_WAIT_S
                ) as http:
                    written = await http.post(
                        f"/api/tables/{self._opened.id}/notes",
                        json={"version": number, "notes": notes},
                    )
                assert written.status_code == 200, written.text
        await self._drain_all()

    async def _fetch_over_http(self) -> None:
        """Fetch everything that is available over HTTP."""
        await self._fetch("spectator's requests", self._spectator)
        if self._setting.viewer is not None:
            await self._fetch("viewer's requests", self._sessions[self._setting.viewer, 0])

    async def _fetch(self, who: str, person: Client) -> None:
        table = f"/api/tables/{self._opened.id}"
        headers = {"Cookie": person.cookie}
        async with httpx.AsyncClient(
            base_url=person.url, headers=headers, timeout=MAX_WAIT_S
        ) as http:
            for path in (
                f"{table}/record",
                f"{table}/record?seat=0",
                f"{table}/review",
                f"{table}/seat",
                f"{table}/notes",
                f"/api/deals/{self._opened.id}",
                "/api/lobby",
            ):
                response = await http.get(path)
                self._received[who].append(f"{path} {response.status_code} {response.text}")


def _request(name: str, action: Action) -> FromClient:
    if action.move is None:
        return UpdateDraft(RequestId(name), msgspec.to_builtins(action.draft))
    # A version in the future is never stale.
    return PlayMove(RequestId(name), 2**31, action.move)
