"""A simulated player, who plays on whatever happens to the connection and the servers.

The player's client follows the protocol: after a lost connection it reconnects with the last
version it has seen, and sends requests without a reply again, with the same ids.
"""

from __future__ import annotations

import asyncio
import re
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
from quincunx.client.http import http_request
from quincunx.core.errors import QuincunxError
from quincunx.core.options import make_options
from quincunx.games.pivit.moves import ClaimGrid
from quincunx.games.pivit.random_grids import any_grid
from quincunx.games.pivit.tiles import TILE
from quincunx.registry import find
from quincunx.server.common.times import wall_clock
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
from tests.faults.players import chat_and_proposals
from tests.faults.players.client_log import ClientLog, FollowLog
from tests.faults.players.games import PlayedGame

REPLY_TIMEOUT_S = 4.0
"""Seconds without a reply after which a client opens another connection."""
MAX_THINKING_S = 0.1
"""Longest time, in seconds, that a player takes for a move."""

# How often a player does each of these.
DRAFT_SHARE = 0.3
CLAIM_SHARE = 0.3
DOUBLE_CLICK_SHARE = 0.15
OUT_OF_TURN_SHARE = 0.1
TIMEOUT_SHARE = 0.05
"""Of timed positions in which the player lets the time run out."""
NOTE_SHARE = 0.1
VACATION_SHARE = 0.1
FOLLOW_SHARE = 0.1
MOVE_IN_PAUSE_SHARE = 0.3
"""Of pauses in which the player tries to move."""

FAILURES = (OSError, TimeoutError, WebSocketException, HTTPException, msgspec.MsgspecError)
"""The errors that a client may get while there are faults."""

NOTES = re.compile(rb'"[.xo?]{25}"')
"""Private notes as JSON: no message at a table has any."""

_decoder = msgspec.json.Decoder(FromTable)


class StopSignals:
    """Events that all players wait for."""

    def __init__(self) -> None:
        self.stop = asyncio.Event()
        """Players make no more moves, but stay connected."""
        self.leave = asyncio.Event()
        """Players disconnect."""


class SimulatedPlayer:
    """A guest with a random generator of their own."""

    def __init__(self, client: Client, rng: Random, signals: StopSignals) -> None:
        self.client = client
        self.rng = rng
        self.signals = signals
        self.request_ids = (RequestId(f"{client.person.id}-{number}") for number in count())
        """Ids for requests, which no other player uses."""
        self.follows = FollowLog()

    async def create_table(self, wanted: NewTable) -> TableOpened:
        """Create a table, with as many attempts as necessary.

        A table that was created without a reply stays empty.
        """
        while True:
            with suppress(*FAILURES, QuincunxError):
                return await self.client.create_table(wanted)
            await asyncio.sleep(0.2)

    async def register(self) -> None:
        """Get an account: guests have no vacations, and are followed by nobody."""
        await self.client.register(f"login {self.client.person.id[:8]}", "correct horse battery")

    async def write_notes(self, client_log: ClientLog) -> None:
        """Write notes that no other player writes, and log whether they were acknowledged."""
        marks = "".join(self.rng.choices("xo?.", k=25))
        version, log = client_log.version, client_log.notes
        log.possible.setdefault(version, set()).add(marks)
        notes = {"version": version, "notes": {"deal": 0, "marks": marks}}
        if await self._post(f"/api/tables/{client_log.table_id}/notes", notes):
            log.acknowledged.add(version)

    async def change_vacation(self, client_log: ClientLog) -> None:
        """Begin a vacation or, as often, end one."""
        if self.rng.random() < 0.5:
            await self._post("/api/vacation/end", {})
            return
        if await self._post("/api/vacation", {"days": 1}):
            client_log.vacations_acknowledged += 1

    async def change_follow(self, client_log: ClientLog) -> None:
        """Follow another player at the table, or no longer."""
        seats = () if client_log.table is None else client_log.table.seats
        people = (member.person for seat in seats for member in seat.members if member is not None)
        others = sorted({each.id for each in people if each is not None} - {client_log.person.id})
        if not others:
            return
        other, follows = self.rng.choice(others), self.rng.random() < 0.5
        action = {"action": "follow" if follows else "unfollow"}
        done = await self._post(f"/api/people/{other}/relation", action)
        self.follows.add(other, follows=follows, acknowledged=done)

    async def _post(self, path: str, body: Any) -> bool:
        """Return whether the server acknowledged the request."""
        with suppress(*FAILURES, QuincunxError, ValueError):
            headers = {"Cookie": self.client.cookie}
            url = self.client.url
            await http_request(url, "POST", path, body, headers, REPLY_TIMEOUT_S)
            return True
        return False

    async def play_at(self, opened: TableOpened, game: PlayedGame, client_log: ClientLog) -> None:
        """Play at a table, over one connection after another, until the game is over."""
        address = f"ws{self.client.url.removeprefix('http')}/api/tables/{opened.id}/socket"
        headers = {"Cookie": self.client.cookie}
        while client_log.unanswered or not client_log.has_ended:
            if self.signals.leave.is_set():
                return
            with suppress(*FAILURES):
                async with connect(
                    address, additional_headers=headers, proxy=None, open_timeout=REPLY_TIMEOUT_S
                ) as socket:
                    await PlayerConnection(self, socket, client_log, game).play(opened.invite)
            await asyncio.sleep(self.rng.random() * 0.2)


class PlayerConnection:
    """A player at a table, over one connection."""

    def __init__(
        self,
        player: SimulatedPlayer,
        socket: ClientConnection,
        client_log: ClientLog,
        game: PlayedGame,
    ) -> None:
        self._player = player
        self._played = game
        self._rng = player.rng
        self._bell = player.signals
        self._request_ids = player.request_ids
        self._socket = socket
        self._memory = client_log
        self._game = find(game.name)
        options = make_options(self._game.options, game.options, game=game.name)
        self._rules = self._game.rules(options, game.seats)
        self._timed_out_version: int | None = None
        """The version at which the player lets the time run out."""
        self._received = asyncio.Event()
        self._is_welcome = self._is_over = False
        self._held: list[FromTable] = []
        """A welcome and the messages after it, while earlier steps are being fetched."""

    async def play(self, invite: str) -> None:
        """Join the table, send unanswered requests again, and play."""
        client_log = self._memory
        await self._send(Hello(invite, client_log.version if client_log.steps else None))
        reading = asyncio.create_task(self._read())
        try:
            await self._wait_until(lambda: self._is_welcome)
            for name, request in tuple(client_log.unanswered.items()):
                client_log.resent_at[name] = wall_clock()
                await self._send(request)
            await self._send_requests()
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    async def _send_requests(self) -> None:
        client_log = self._memory
        while not self._bell.leave.is_set():
            await self._wait_until(lambda: not client_log.unanswered)
            if client_log.has_ended:
                return
            self._received.clear()
            await self._act_over_http()
            requests = self._requests()
            if not requests:
                await self._wait_briefly()
                continue
            await asyncio.sleep(self._rng.random() * MAX_THINKING_S)
            for request in requests:
                client_log.add_request(request)
                await self._send(request)

    async def _act_over_http(self) -> None:
        """Take private notes, begin or end a vacation, follow a player or no longer."""
        client_log, is_over = self._memory, self._bell.stop.is_set()
        if client_log.seat is None or client_log.position is None or is_over:
            return
        if self._game.notes_type is not None and self._rng.random() < NOTE_SHARE:
            await self._player.write_notes(client_log)
        if self._played.has_vacations and self._rng.random() < VACATION_SHARE:
            await self._player.change_vacation(client_log)
        if self._played.has_vacations and self._rng.random() < FOLLOW_SHARE:
            await self._player.change_follow(client_log)

    # Decisions

    def _requests(self) -> list[TableRequest]:
        client_log, table = self._memory, self._memory.table
        if not self._bell.stop.is_set():
            said = chat_and_proposals.maybe_chat(client_log, self._request_ids, self._rng)
            if said is not None:
                return [said]
        if client_log.seat is None or table is None:
            return []
        if table.phase == "gathering":
            return [self._sit_down(client_log.seat, table)]
        if client_log.position is None:
            return []
        return self._in_play(client_log.seat, table, client_log.position)

    def _in_play(self, seat: int, table: Table, position: ViewerPosition) -> list[TableRequest]:
        if self._memory.has_resigned:
            return []
        if self._bell.stop.is_set():
            # End the pause, so that bots can move.
            return [Resume(next(self._request_ids))] if table.paused else []
        wish = chat_and_proposals.maybe_propose(self._memory, table, self._request_ids, self._rng)
        wish = wish or chat_and_proposals.maybe_resign(self._memory, self._request_ids, self._rng)
        if wish is not None:
            return [wish]
        if table.paused and self._rng.random() >= MOVE_IN_PAUSE_SHARE:
            return []
        return self._moves(seat, position)

    def _sit_down(self, seat: int, table: Table) -> Sit | Ready:
        member = self._memory.member
        sitter = table.seats[seat].members[member]
        if sitter is None or sitter.person is None:
            return Sit(next(self._request_ids), seat, member)
        # Sent again until the game begins, which is harmless: a refused client would do the same.
        return Ready(next(self._request_ids), "nonce")

    def _moves(self, seat: int, position: ViewerPosition) -> list[TableRequest]:
        rng = self._rng
        is_expected = seat in position.awaited or rng.random() < OUT_OF_TURN_SHARE
        is_other_member = position.member not in (None, self._memory.member)
        if (
            not position.moves
            or not is_expected
            or is_other_member
            or self._lets_time_run_out(position)
        ):
            return []
        drafts: list[TableRequest] = []
        if not position.all_moves and rng.random() < DRAFT_SHARE:
            drafts.append(UpdateDraft(next(self._request_ids), self._draft(position)))
        clicks = 2 if rng.random() < DOUBLE_CLICK_SHARE else 1
        return drafts + [self._play(seat, position) for _ in range(clicks)]

    def _lets_time_run_out(self, position: ViewerPosition) -> bool:
        is_timed = position.deadline is not None or position.limits
        if is_timed and self._rng.random() < TIMEOUT_SHARE:
            self._timed_out_version = position.version
        return self._timed_out_version == position.version

    def _play(self, seat: int, position: ViewerPosition) -> PlayMove:
        return PlayMove(next(self._request_ids), position.version, self._move(seat, position))

    def _move(self, seat: int, position: ViewerPosition) -> str:
        view = self._view(position)
        hand = view.hands[seat] if self._game.name == "pivit" else ()
        if hand and view.phase == "build" and self._rng.random() < CLAIM_SHARE:
            grid = any_grid(tuple(TILE[tile] for tile in hand), self._rng)
            return str(ClaimGrid(grid))
        return self._rng.choice(position.moves).move

    def _draft(self, position: ViewerPosition) -> Any:
        return msgspec.to_builtins(self._rules.sample_draft(self._view(position), self._rng))

    def _view(self, position: ViewerPosition) -> Any:
        return msgspec.convert(position.view, self._rules.view_type)

    # The connection

    async def _send(self, message: FromClient) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                await self._handle(text)
        except msgspec.DecodeError as error:
            self._memory.violations.append(f"received an unreadable message: {error}")
        finally:
            self._is_over = True
            self._received.set()

    async def _handle(self, text: str | bytes) -> None:
        if NOTES.search(text if isinstance(text, bytes) else text.encode()):
            self._memory.violations.append("received private notes")
        message = _decoder.decode(text)
        if isinstance(message, Probe):
            await self._send(Echo(message.number))
        if isinstance(message, History):
            self._add_earlier(message)
        elif isinstance(message, Welcome) or self._held:
            self._held.append(message)
        else:
            self._memory.receive(message)
        if self._held:
            await self._process_held(fetch=isinstance(message, Welcome | History))
        self._received.set()

    def _add_earlier(self, history: History) -> None:
        welcome = self._held[0]
        assert isinstance(welcome, Welcome)
        self._held[0] = msgspec.structs.replace(welcome, steps=history.steps + welcome.steps)

    async def _process_held(self, *, fetch: bool) -> None:
        """Process the welcome and the messages after it, once no earlier step is missing."""
        welcome, known = self._held[0], self._memory.version
        assert isinstance(welcome, Welcome)
        first = welcome.steps[0].version if welcome.steps else 0
        if first > known + 1:
            if fetch:
                await self._send(AskHistory(next(self._request_ids), first, first - known - 1))
            return
        held, self._held = self._held, []
        for message in held:
            self._memory.receive(message)
        self._is_welcome = True

    async def _wait_until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(REPLY_TIMEOUT_S):
            while not condition():
                await self._wait_for_message()

    async def _wait_briefly(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await self._wait_for_message()

    async def _wait_for_message(self) -> None:
        if self._is_over:
            raise ConnectionResetError("the connection was closed")
        await self._received.wait()
        self._received.clear()
