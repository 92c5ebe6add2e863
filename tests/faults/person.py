"""Somebody who plays on, whatever happens to the line and to the house.

They do what the protocol asks of a client: who loses the connection comes back with the last
version seen, and sends whatever was not answered once more, under the same id.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from itertools import count
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from quincunx.client import Client
from quincunx.core.errors import QuincunxError
from quincunx.core.options import make_options
from quincunx.games.pivit.moves import ClaimGrid
from quincunx.games.pivit.random_grids import any_grid
from quincunx.games.pivit.tiles import TILE
from quincunx.registry import find
from quincunx.wire import (
    AskHistory,
    Echo,
    FromClient,
    FromTable,
    Hello,
    History,
    NewTable,
    PlayMove,
    Probe,
    Ready,
    RequestId,
    Resume,
    Sit,
    Table,
    TableOpened,
    TableRequest,
    UpdateDraft,
    ViewerPosition,
    Welcome,
)
from tests.faults import company
from tests.faults.games import Game
from tests.faults.memory import Memory

ANSWER_WITHIN = 4.0
"""Seconds after which a client gives the connection up and comes back over another one."""
THINKS = 0.1
"""Seconds for a move, at most."""

# How often people do what people do.
DRAFTS = 0.3
CLAIMS = 0.3
CLICKS_TWICE = 0.15
SPEAKS_UNASKED = 0.1
LOOKS_AWAY = 0.05
"""Until time has run out."""
IS_IMPATIENT = 0.3
"""In a pause."""

FAILURES = (OSError, TimeoutError, WebSocketException, HTTPException, msgspec.MsgspecError)
"""What may happen to a client while there are faults."""

_decoder = msgspec.json.Decoder(FromTable)


class Bell:
    """Heard by everybody."""

    def __init__(self) -> None:
        self.stop = asyncio.Event()
        """Nobody moves any more, but all stay to see what happens."""
        self.leave = asyncio.Event()


class Person:
    """Has a cookie, and a mind of their own."""

    def __init__(self, client: Client, rng: Random, bell: Bell) -> None:
        self.client = client
        self.rng = rng
        self.bell = bell
        self.names = (f"{client.person.id}-{number}" for number in count())
        """Of requests: nobody else uses them."""

    async def create_table(self, wanted: NewTable) -> TableOpened:
        """Tries until there is one; one that was opened without an answer stays empty."""
        while True:
            with suppress(*FAILURES, QuincunxError):
                return await self.client.create_table(wanted)
            await asyncio.sleep(0.2)

    async def come_to(self, opened: TableOpened, game: Game, memory: Memory) -> None:
        """Comes again and again, until the game is over or everybody leaves."""
        address = f"ws{self.client.url.removeprefix('http')}/api/tables/{opened.id}/socket"
        headers = {"Cookie": self.client.cookie}
        while not (memory.has_ended and not memory.open) and not self.bell.leave.is_set():
            with suppress(*FAILURES):
                async with connect(
                    address, additional_headers=headers, proxy=None, open_timeout=ANSWER_WITHIN
                ) as socket:
                    await Visit(self, socket, memory, game).stay(opened.invite)
            await asyncio.sleep(self.rng.random() * 0.2)


class Visit:
    """A person at a table, over one connection."""

    def __init__(
        self, person: Person, socket: ClientConnection, memory: Memory, game: Game
    ) -> None:
        self._rng = person.rng
        self._bell = person.bell
        self._names = person.names
        self._socket = socket
        self._memory = memory
        self._game = find(game.name)
        options = make_options(self._game.options, game.options, game=game.name)
        self._rules = self._game.rules(options, game.seats)
        self._overlooked: int | None = None
        """A version at which they let time run out."""
        self._news = asyncio.Event()
        self._is_welcome = self._is_over = False
        self._held: list[FromTable] = []
        """A welcome and what came after it, while earlier steps are being fetched."""

    async def stay(self, invite: str) -> None:
        memory = self._memory
        await self._send(Hello(invite, memory.version if memory.steps else None))
        reading = asyncio.create_task(self._read())
        try:
            await self._until(lambda: self._is_welcome)
            for name, request in tuple(memory.open.items()):
                memory.sent_again.add(name)
                await self._send(request)
            await self._take_part()
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    async def _take_part(self) -> None:
        memory = self._memory
        while not self._bell.leave.is_set():
            await self._until(lambda: not memory.open)
            if memory.has_ended:
                return
            self._news.clear()
            requests = self._requests()
            if not requests:
                await self._wait_a_moment()
                continue
            await asyncio.sleep(self._rng.random() * THINKS)
            for request in requests:
                memory.ask(request)
                await self._send(request)

    # What they want

    def _requests(self) -> list[TableRequest]:
        memory, table = self._memory, self._memory.table
        if not self._bell.stop.is_set():
            said = company.says(memory, self._names, self._rng)
            if said is not None:
                return [said]
        if memory.seat is None or table is None:
            return []
        if table.phase == "gathering":
            return [self._sit_down(memory.seat, table)]
        if memory.position is None:
            return []
        return self._in_play(memory.seat, table, memory.position)

    def _in_play(self, seat: int, table: Table, position: ViewerPosition) -> list[TableRequest]:
        if self._bell.stop.is_set():
            # Bots are not left waiting in a pause.
            return [Resume(RequestId(next(self._names)))] if table.paused else []
        wish = company.wishes(self._memory, table, self._names, self._rng)
        if wish is not None:
            return [wish]
        if table.paused and self._rng.random() >= IS_IMPATIENT:
            return []
        return self._moves(seat, position)

    def _sit_down(self, seat: int, table: Table) -> Sit | Ready:
        sitter = table.seats[seat].members[0]
        if sitter is None or sitter.person is None:
            return Sit(RequestId(next(self._names)), seat)
        # Said again until there is a game: harmless, and who is refused would do so too.
        return Ready(RequestId(next(self._names)), "nonce")

    def _moves(self, seat: int, position: ViewerPosition) -> list[TableRequest]:
        rng = self._rng
        is_asked = seat in position.awaited or rng.random() < SPEAKS_UNASKED
        if not position.moves or not is_asked or self._looks_away(position):
            return []
        drafts: list[TableRequest] = []
        if not position.all_moves and rng.random() < DRAFTS:
            drafts.append(UpdateDraft(RequestId(next(self._names)), self._draft(position)))
        clicks = 2 if rng.random() < CLICKS_TWICE else 1
        return drafts + [self._play(seat, position) for _ in range(clicks)]

    def _looks_away(self, position: ViewerPosition) -> bool:
        is_timed = position.deadline is not None or position.limits
        if is_timed and self._rng.random() < LOOKS_AWAY:
            self._overlooked = position.version
        return self._overlooked == position.version

    def _play(self, seat: int, position: ViewerPosition) -> PlayMove:
        return PlayMove(RequestId(next(self._names)), position.version, self._move(seat, position))

    def _move(self, seat: int, position: ViewerPosition) -> str:
        view = self._view(position)
        hand = view.hands[seat] if self._game.name == "pivit" else ()
        if hand and view.phase == "build" and self._rng.random() < CLAIMS:
            grid = any_grid(tuple(TILE[tile] for tile in hand), self._rng)
            return self._game.format_move(ClaimGrid(grid))
        return self._rng.choice(position.moves).move

    def _draft(self, position: ViewerPosition) -> Any:
        return msgspec.to_builtins(self._rules.sample_draft(self._view(position), self._rng))

    def _view(self, position: ViewerPosition) -> Any:
        return msgspec.convert(position.view, self._rules.view_type)

    # The line

    async def _send(self, message: FromClient) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                await self._hear(text)
        except msgspec.DecodeError as error:
            self._memory.complaints.append(f"was told something unreadable: {error}")
        finally:
            self._is_over = True
            self._news.set()

    async def _hear(self, text: str | bytes) -> None:
        message = _decoder.decode(text)
        if isinstance(message, Probe):
            await self._send(Echo(message.number))
        if isinstance(message, History):
            self._add_earlier(message)
        elif isinstance(message, Welcome) or self._held:
            self._held.append(message)
        else:
            self._memory.take_in(message)
        if self._held:
            await self._take_in_held(asks=isinstance(message, Welcome | History))
        self._news.set()

    def _add_earlier(self, history: History) -> None:
        welcome = self._held[0]
        assert isinstance(welcome, Welcome)
        self._held[0] = msgspec.structs.replace(welcome, steps=history.steps + welcome.steps)

    async def _take_in_held(self, *, asks: bool) -> None:
        """Take in the welcome, and what came after it, once no step before it is missing."""
        welcome, known = self._held[0], self._memory.version
        assert isinstance(welcome, Welcome)
        first = welcome.steps[0].version if welcome.steps else 0
        if first > known + 1:
            if asks:
                await self._send(AskHistory(RequestId(next(self._names)), first, first - known - 1))
            return
        held, self._held = self._held, []
        for message in held:
            self._memory.take_in(message)
        self._is_welcome = True

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(ANSWER_WITHIN):
            while not condition():
                await self._wait_for_news()

    async def _wait_a_moment(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await self._wait_for_news()

    async def _wait_for_news(self) -> None:
        if self._is_over:
            raise ConnectionResetError("the table has hung up")
        await self._news.wait()
        self._news.clear()
