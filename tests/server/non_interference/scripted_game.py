"""One world lived through at a real table over real sockets, with everything that was told.

What is random by nature is the same in every world: the two clocks are set by hand, ids and secrets
are numbered, chance is the world's. So nothing need be taken out of what was heard.
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
from tests.server.non_interference.worlds import BOT_PAUSE_MS, Act, Fate, Setting, World

Told = dict[str, list[str]]
"""By who heard it, all that was told, in order and to the letter."""

Place = tuple[int, int]

DEAL = 1_000_000
"""House time at which the cards are dealt; everything else is counted from there."""


class Hands:
    """Of both clocks."""

    def __init__(self) -> None:
        self.house = DEAL

    def show(self, at: int) -> None:
        self.house = DEAL + at

    def wall(self) -> int:
        return (1_800_000_000_000 + self.house) * 1_000_000


class Ear:
    """A socket at the table, and all that has come through it."""

    def __init__(self, socket: ClientConnection, numbers: Iterator[int]) -> None:
        """`numbers` tells requests apart, also those of another socket of the same person."""
        self._socket = socket
        self._numbers = numbers
        self.heard: list[str] = []

    async def say(self, make_request: Callable[[str], FromClient]) -> bool:
        """Asks, and listens until all that comes of it has come; whether it was not refused."""
        name, before = f"request {next(self._numbers)}", len(self.heard)
        await self._send(make_request(name))
        await self.listen()
        return not any(f'"refused","id":"{name}"' in text for text in self.heard[before:])

    async def listen(self) -> None:
        await self._send(Ping())
        while not (text := await self._next()).startswith('{"type":"pong"'):
            self.heard.append(text)
        self.heard.append(text)

    async def hello(self, since: int | None) -> None:
        await self._send(Hello("", since))
        self.heard.append(await self._next())
        await self.listen()

    async def close(self) -> None:
        await self._socket.close()

    async def _send(self, message: FromClient) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def _next(self) -> str:
        text = await self._socket.recv()
        assert isinstance(text, str)
        return text


async def lived_through(setting: Setting, world: World, database: str) -> Told:
    """What the viewer heard in that world, and somebody who looked on."""
    hands = Hands()
    with _the_same_everywhere(world, hands):
        return await _Evening(setting, world, hands, database).spend()


@contextmanager
def _the_same_everywhere(world: World, hands: Hands) -> Iterator[None]:
    async def think_here(
        _: BotPools, pool: object, requester: str, work: Callable[..., Any], *args: Any
    ) -> Any:
        return _move_of_a_bot(world, args[0]) if work is choose_move else work(*args)

    numbers = count(1)
    with ExitStack() as patches:
        for target, name, value in (
            (ServerClock, "now", lambda _: hands.house),
            (time, "time_ns", hands.wall),
            (bot_seats, "BOT_PAUSE_MS", BOT_PAUSE_MS),
            # Lines are measured when they are opened, and not in the middle of something.
            (connection, "PROBE_INTERVAL_S", 3600),
            (BotPools, "_run", think_here),
        ):
            patches.enter_context(patch.object(target, name, value))

        class FateOfThisWorld(Fate):
            def __init__(self, _: bytes) -> None:
                super().__init__(world)

        for module in ("match", "records.replay"):
            patches.enter_context(patch(f"quincunx.core.{module}.KeyedChance", FateOfThisWorld))
        for name in ("token_hex", "token_urlsafe"):
            patches.enter_context(
                patch(f"secrets.{name}", lambda size: f"{next(numbers):0{2 * size}x}")
            )
        yield


def _move_of_a_bot(world: World, asked: BotRequest) -> str:
    """What the bot does next in this world."""
    done = len([seen for seen in asked.observations if seen.seat == asked.view.seat])
    moves = [act.move for act in world.acts if act.seat == asked.view.seat and act.move]
    return moves[done]


class _Evening:
    def __init__(self, setting: Setting, world: World, hands: Hands, database: str) -> None:
        self._setting = setting
        self._world = world
        self._hands = hands
        self._database = database
        self._numbers = count(1)
        self._sessions: dict[Place, Client] = {}
        self._ears: dict[Place, Ear] = {}
        self._told: Told = {"watcher": [], "watcher's requests": []}
        if setting.viewer is not None:
            self._told |= {"viewer": [], "viewer's requests": []}

    async def spend(self) -> Told:
        acts = self._world.acts
        half = len(acts) // 2
        async with self._open_house() as url:
            await self._come_in(url)
            await self._come_to_the_table(since=None)
            await self._begin()
            for act in acts[:half]:
                await self._happens(act)
            await self._try_everything()
            await self._go_and_come_back()
            await self._leave()
        async with self._open_house() as url:
            for person in (*self._sessions.values(), self._watcher):
                person.url = url
            await self._come_to_the_table(since=1)
            for act in acts[half:]:
                await self._happens(act)
            await self._look_around()
            await self._all_has_happened()
            await self._leave()
        return self._told

    @asynccontextmanager
    async def _open_house(self) -> AsyncIterator[str]:
        self._app = create_app(self._database)
        async with serve_app(self._app) as url:
            yield url

    # Coming and going

    async def _come_in(self, url: str) -> None:
        setting = self._setting
        for place in self._places():
            self._sessions[place] = await Client.guest(url, f"Seat {place[0]}, member {place[1]}")
        self._watcher = await Client.guest(url, "Watcher")
        host = next(iter(self._sessions.values()))
        self._opened: TableOpened = await host.create_table(
            NewTable(
                setting.game,
                setting.options,
                seats=setting.seats,
                bots=dict.fromkeys(setting.bots, "medium"),
                open=True,
                pace=setting.pace,
                # With hints and undo, so that these are seen to leak nothing.
                rated=False,
            )
        )

    def _places(self) -> list[Place]:
        """Those of people, the viewer's last: the host is somebody else."""
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

    async def _come_to_the_table(self, since: int | None) -> None:
        for place, person in self._sessions.items():
            self._ears[place] = await self._join(person, since)
        self._watching = await self._join(self._watcher, since)
        await self._all_listen()

    async def _join(self, person: Client, since: int | None) -> Ear:
        address = f"ws{person.url.removeprefix('http')}/api/tables/{self._opened.id}/socket"
        socket = await connect(address, additional_headers={"Cookie": person.cookie})
        ear = Ear(socket, self._numbers)
        await ear.hello(since)
        return ear

    async def _leave(self) -> None:
        self._told["watcher"] += self._watching.heard
        if self._viewing is not None:
            self._told["viewer"] += self._viewing.heard
        for ear in (*self._ears.values(), self._watching):
            await ear.close()

    @property
    def _viewing(self) -> Ear | None:
        viewer = self._setting.viewer
        return None if viewer is None else self._ears[viewer, 0]

    async def _go_and_come_back(self) -> None:
        """Once with all that was missed, once as if for the first time."""
        for since in (2, None):
            self._told["watcher"] += self._watching.heard
            await self._gone(self._watching)
            self._watching = await self._join(self._watcher, since)
            await self._all_listen()
            if self._viewing is not None:
                place = (self._setting.viewer or 0, 0)
                self._told["viewer"] += self._viewing.heard
                await self._gone(self._viewing)
                self._ears[place] = await self._join(self._sessions[place], since)
                await self._all_listen()

    async def _gone(self, ear: Ear) -> None:
        """Until the others have been told."""
        witness = next(other for other in self._ears.values() if other is not ear)
        before = sum('"type":"table"' in text for text in witness.heard)
        await ear.close()
        while sum('"type":"table"' in text for text in witness.heard) == before:
            await witness.listen()

    async def _all_listen(self) -> None:
        for ear in (*self._ears.values(), self._watching):
            await ear.listen()

    # The game

    async def _begin(self) -> None:
        for (seat, member), ear in self._ears.items():
            await ear.say(lambda name, at=(seat, member): Sit(name, *at))  # type: ignore[misc]
        for number, ear in enumerate(self._ears.values()):
            await ear.say(lambda name, nonce=f"nonce{number}": Ready(name, nonce))  # type: ignore[misc]
        await self._all_listen()

    async def _happens(self, act: Act) -> None:
        await self._try_in_vain(act)
        if act.seat is None or act.seat in self._setting.bots:
            await self._attended_at(act.at - 1)
            await self._attended_at(act.at)
        else:
            self._hands.show(act.at)
            done = await self._ears[act.seat, act.member].say(lambda name: _request(name, act))
            assert done, f"{act} was refused"
        await self._all_listen()

    async def _attended_at(self, at: int) -> None:
        """Bots move and deadlines pass when the table is looked after, at their time or not."""
        self._hands.show(at)
        table = await self._app.state.tables.registry.find(self._opened.id)
        await table.wake_up()
        await self._all_listen()

    async def _try_in_vain(self, act: Act) -> None:
        for move, version in act.refused:
            if self._viewing is not None:
                await self._viewing.say(lambda name: PlayMove(RequestId(name), version, move))  # noqa: B023
            await self._watching.say(lambda name: PlayMove(RequestId(name), version, move))  # noqa: B023

    async def _try_everything(self) -> None:
        """What somebody may ask for in the middle of a game, allowed or not."""
        for ear in filter(None, (self._viewing, self._watching)):
            await ear.say(lambda name: PlayMove(RequestId(name), 99, "nonsense"))
            await ear.say(lambda name: UpdateDraft(RequestId(name), "nonsense"))
            await ear.say(lambda name: AskHints(RequestId(name), 3))
            await ear.say(lambda name: Propose(RequestId(name), "take_back"))
            await ear.say(lambda name: Answer(RequestId(name), "take_back", agree=False))
        await self._all_listen()

    async def _all_has_happened(self) -> None:
        table = await self._app.state.tables.registry.find(self._opened.id)
        happened = current_match(table.state).version
        assert happened == sum(act.draft is None for act in self._world.acts)

    async def _look_around(self) -> None:
        """What can be asked for without a socket."""
        await self._ask("watcher's requests", self._watcher)
        if self._setting.viewer is not None:
            await self._ask("viewer's requests", self._sessions[self._setting.viewer, 0])

    async def _ask(self, who: str, person: Client) -> None:
        table = f"/api/tables/{self._opened.id}"
        headers = {"Cookie": person.cookie}
        async with httpx.AsyncClient(
            base_url=person.url, headers=headers, timeout=MAX_WAIT_S
        ) as http:
            for path in (
                f"{table}/record",
                f"{table}/record?seat=0",
                f"{table}/review",
                f"/api/deals/{self._opened.id}",
                "/api/lobby",
            ):
                response = await http.get(path)
                self._told[who].append(f"{path} {response.status_code} {response.text}")


def _request(name: str, act: Act) -> FromClient:
    if act.move is None:
        return UpdateDraft(RequestId(name), msgspec.to_builtins(act.draft))
    # Whatever has happened, it is meant for the board as it is.
    return PlayMove(RequestId(name), 2**31, act.move)
