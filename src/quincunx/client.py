"""A program's seat at a table.

client = await Client.guest("http://localhost:8000", "My bot")
async with client.join(table_id, invite) as table:
    await table.sit(1)
    await table.ready()
    while table.outcome is None:
        await table.my_turn()
        await table.play(choose(table.position.view, table.position.moves))
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from quincunx.core.errors import QuincunxError
from quincunx.core.outcome import Outcome
from quincunx.wire import (
    Answer,
    AskHints,
    AskHistory,
    AskRematch,
    Checked,
    Daily,
    DealResults,
    Done,
    Echo,
    Ending,
    FromClient,
    FromTable,
    Hello,
    Hints,
    History,
    Leave,
    LobbyChanged,
    LobbySnapshot,
    Me,
    NewTable,
    Person,
    PlayMove,
    PlayNow,
    PlayOn,
    Probe,
    Progress,
    Propose,
    Ready,
    Refused,
    Report,
    RequestId,
    Resume,
    Return,
    Said,
    Say,
    SeatBot,
    Sit,
    Step,
    Table,
    TableChanged,
    TableId,
    TableOpened,
    TableRequest,
    Update,
    UpdateDraft,
    ViewerPosition,
    Welcome,
    Wish,
)

_decoder = msgspec.json.Decoder(FromTable)


class Refusal(QuincunxError):
    """The table said no; `refused` says why, by which rule, and what is at fault."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message.id, **refused.message.args)
        self.refused = refused


class Disconnected(QuincunxError):
    """The connection is gone. What was acknowledged has happened; join again to go on.

    `request` is what had not been answered, if anything: whether it has happened nobody knows.
    Send it `again` over the next connection.
    """

    def __init__(self, request: TableRequest | None = None) -> None:
        super().__init__("core.error.disconnected")
        self.request = request


class Client:
    """A person at a server, known by a cookie."""

    def __init__(self, url: str, cookie: str, person: Person) -> None:
        self.url = url.rstrip("/")
        self.cookie = cookie
        self.person = person

    @classmethod
    async def guest(cls, url: str, name: str) -> Client:
        """Comes in under that name."""
        response, body = await _request(url, "POST", "/api/guest", {"name": name})
        return cls(url, _cookie(response), _person(body))

    @classmethod
    async def log_in(cls, url: str, login: str, password: str) -> Client:
        """Comes in as somebody who has an account."""
        account = {"login": login, "password": password}
        response, body = await _request(url, "POST", "/api/login", account)
        return cls(url, _cookie(response), _person(body))

    async def register(self, login: str, password: str) -> None:
        """Makes an account of the guest, who keeps all games."""
        account = {"login": login, "password": password}
        headers = {"Cookie": self.cookie}
        response, _ = await _request(self.url, "POST", "/api/account", account, headers)
        self.cookie = _cookie(response)

    async def rename(self, name: str) -> None:
        """Goes by another name from now on."""
        self.person = _person(await self._ask("POST", "/api/guest", {"name": name}))

    async def open_table(self, wanted: NewTable) -> TableOpened:
        body = await self._ask("POST", "/api/tables", msgspec.to_builtins(wanted, str_keys=True))
        return msgspec.json.decode(body, type=TableOpened)

    async def play_now(self, wanted: PlayNow) -> TableOpened:
        """A seat at an open table, or at a new one that bots will fill."""
        body = await self._ask("POST", "/api/play", msgspec.to_builtins(wanted))
        return msgspec.json.decode(body, type=TableOpened)

    async def play_on(self, table_id: TableId, version: int, seat: int) -> TableOpened:
        """A finished game from that version on, against bots."""
        wanted = msgspec.to_builtins(PlayOn(version, seat))
        body = await self._ask("POST", f"/api/tables/{table_id}/play-on", wanted)
        return msgspec.json.decode(body, type=TableOpened)

    async def play_same_deal(self, table_id: TableId, seat: int) -> TableOpened:
        """The deal of a finished game once more, against bots."""
        body = await self._ask("POST", f"/api/tables/{table_id}/challenge", {"seat": seat})
        return msgspec.json.decode(body, type=TableOpened)

    async def dailies(self, day: str | None = None) -> list[Daily]:
        """The deals of a day, today's without one."""
        body = await self._ask("GET", "/api/daily" if day is None else f"/api/daily/{day}")
        return msgspec.json.decode(body, type=list[Daily])

    async def play_daily(self, game: str) -> TableOpened:
        """One's own table with today's deal."""
        return msgspec.json.decode(await self._ask("POST", f"/api/daily/{game}"), type=TableOpened)

    async def try_daily(self, day: str, game: str) -> TableOpened:
        """One's own table with a past day's deal."""
        body = await self._ask("POST", f"/api/daily/{day}/{game}")
        return msgspec.json.decode(body, type=TableOpened)

    async def results_of(self, table_id: TableId) -> DealResults:
        """Who has played the deal of a finished game."""
        return msgspec.json.decode(
            await self._ask("GET", f"/api/deals/{table_id}"), type=DealResults
        )

    async def lobby(self) -> AsyncGenerator[LobbySnapshot]:
        """Yield the lobby at once and whenever it changes."""
        address = f"ws{self.url.removeprefix('http')}/api/lobby/socket?changes=true"
        async with connect(address, additional_headers={"Cookie": self.cookie}) as socket:
            lobby = LobbySnapshot((), (), ())
            async for text in socket:
                told = msgspec.json.decode(text, type=LobbySnapshot | LobbyChanged)
                lobby = told if isinstance(told, LobbySnapshot) else _with_changes(lobby, told)
                yield _with_own_cards(lobby)

    async def record(self, table_id: TableId, seat: int | None = None) -> str:
        """The record of a game, as JSON, as much of it as this person may have."""
        query = "" if seat is None else f"?seat={seat}"
        return (await self._ask("GET", f"/api/tables/{table_id}/record{query}")).decode()

    async def _ask(self, method: str, path: str, body: Any = None) -> bytes:
        _, answer = await _request(self.url, method, path, body, {"Cookie": self.cookie})
        return answer

    @asynccontextmanager
    async def join(
        self, table_id: TableId, invite: str = "", since: int | None = None
    ) -> AsyncIterator[TableConnection]:
        """Join a table. With `since`, the last version seen, `steps` begins after it."""
        address = f"ws{self.url.removeprefix('http')}/api/tables/{table_id}/socket"
        async with connect(address, additional_headers={"Cookie": self.cookie}) as socket:
            # A server that does not know the cookie says so before it is greeted, and closes.
            with contextlib.suppress(ConnectionClosed):
                await socket.send(msgspec.json.encode(Hello(invite, since)).decode())
            first = _decoder.decode(await socket.recv())
            if isinstance(first, Refused):
                raise Refusal(first)
            assert isinstance(first, Welcome)
            table = TableConnection(socket, first, since)
            reader = asyncio.create_task(table.read())
            try:
                await table.fetch_earlier(since)
                yield table
            finally:
                reader.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await reader
                await table.stop_fetching()


class TableConnection:
    """What one sees at a table, kept up to date, and what one can do there."""

    def __init__(
        self, socket: ClientConnection, welcome: Welcome, since: int | None = None
    ) -> None:
        """`since` is the last version that was seen before; `steps` begins after it."""
        self._socket = socket
        self._first_version = _after(since)
        self._postponed: list[Update] = []
        """Updates that wait for the steps before them, which did not fit into one message."""
        self._fetching: asyncio.Task[None] | None = None
        self._waiting: dict[RequestId, asyncio.Future[FromTable]] = {}
        self._changed = asyncio.Condition()
        self._closed = False
        self.you: Person = welcome.you
        self.seat: int | None = welcome.seat
        self.member = welcome.member
        self.table: Table = welcome.table
        self.steps: list[Step] = list(welcome.steps)
        self.latest: ViewerPosition | None = welcome.position
        self.said: list[Said] = list(welcome.said)
        self.ending: Ending | None = welcome.ending
        """What the wish to end the game leads to; `None` where one cannot wish it."""

    @property
    def position(self) -> ViewerPosition:
        """Where the game stands."""
        assert self.latest is not None, "the game has not begun"
        return self.latest

    @property
    def outcome(self) -> Outcome | None:
        return None if self.latest is None else self.latest.outcome

    async def sit(self, seat: int, member: int = 0) -> None:
        await self.request(lambda name: Sit(name, seat, member))

    async def leave(self) -> None:
        await self.request(Leave)

    async def seat_bot(self, seat: int, level: str | None, member: int = 0) -> None:
        await self.request(lambda name: SeatBot(name, seat, level, member))

    async def ready(self, nonce: str | None = None) -> None:
        """Ready, with a nonce of one's own for the deal."""
        await self.request(lambda name: Ready(name, nonce or secrets.token_hex(16)))

    async def play(self, move: str, version: int | None = None) -> int:
        """Plays a move on the board that one sees; the version that it made."""
        seen = self.position.version if version is None else version
        done = await self.request(lambda name: PlayMove(name, seen, move))
        assert isinstance(done, Done)
        made = done.version
        assert made is not None
        await self.until(lambda: self.position.version >= made)
        return made

    async def draft(self, draft: Any) -> Checked:
        checked = await self.request(lambda name: UpdateDraft(name, draft))
        assert isinstance(checked, Checked)
        return checked

    async def hints(self, count: int = 1) -> Hints:
        hints = await self.request(lambda name: AskHints(name, count))
        assert isinstance(hints, Hints)
        return hints

    async def fetch_earlier(self, since: int | None = None) -> None:
        """Fetch the steps after version `since` that did not fit into the welcome."""
        if self.steps:
            self.steps[:0] = await self._between(_after(since), self.steps[0].version)

    async def _between(self, first: int, stop: int) -> list[Step]:
        """Fetch the steps from version `first` up to and without `stop`, page by page."""
        found: list[Step] = []
        while first < stop and (page := await self.history(stop, stop - first)):
            found[:0] = page
            stop = page[0].version
        return found

    async def history(self, before: int, count: int) -> tuple[Step, ...]:
        """Fetch one page of the steps before that version: the last ones, at most `count`."""
        history = await self.request(lambda name: AskHistory(name, before, count))
        assert isinstance(history, History)
        return history.steps

    async def rematch(self) -> None:
        await self.request(AskRematch)

    async def propose(self, wish: Wish, seat: int | None = None) -> None:
        """Wishes something that the others must agree to; alone with bots it is done at once."""
        await self.request(lambda name: Propose(name, wish, seat))

    async def answer(self, wish: Wish, *, agree: bool) -> None:
        """Says yes or no to what is proposed."""
        await self.request(lambda name: Answer(name, wish, agree))

    async def resume(self) -> None:
        """Ends the pause."""
        await self.request(Resume)

    async def come_back(self) -> None:
        """Takes the seat over from the bot that stood in."""
        await self.request(Return)

    async def say(self, text: str) -> None:
        await self.request(lambda name: Say(name, text))

    async def report(self, number: int, why: str = "") -> None:
        """Tells the operator about something that was said."""
        await self.request(lambda name: Report(name, number, why))

    async def my_turn(self) -> None:
        """Until the game waits for this player, or is over."""
        await self.until(
            lambda: (
                self.latest is not None
                and (
                    self.outcome is not None
                    or (
                        self.seat in self.latest.awaited
                        and self.latest.member in (None, self.member)
                    )
                )
            )
        )

    async def until(self, condition: Callable[[], bool]) -> None:
        """Until something has come that makes it so."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._closed or condition())
        if not condition():
            raise Disconnected

    async def request(self, make: Callable[[RequestId], TableRequest]) -> FromTable:
        """Sends a request under a fresh id and waits for its answer."""
        return await self.again(make(RequestId(secrets.token_hex(8))))

    async def again(self, request: TableRequest) -> FromTable:
        """Sends a request under the id that it has: what has happened does not happen twice."""
        answer = self._waiting[request.id] = asyncio.get_running_loop().create_future()
        try:
            await self.send(request)
            message: FromTable = await answer
        except Disconnected:
            raise Disconnected(request) from None
        finally:
            self._waiting.pop(request.id, None)
        if isinstance(message, Refused):
            raise Refusal(message)
        return message

    async def send(self, message: FromClient) -> None:
        try:
            await self._socket.send(msgspec.json.encode(message).decode())
        except ConnectionClosed:
            raise Disconnected from None

    async def read(self) -> None:
        """Takes in what the table says, until the socket closes."""
        try:
            async for text in self._socket:
                await self._take_in(_decoder.decode(text))
        except ConnectionClosed:
            pass
        self._closed = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(Disconnected())
        async with self._changed:
            self._changed.notify_all()

    async def _take_in(self, message: FromTable) -> None:
        match message:
            case TableChanged():
                self.table, self.seat = message.table, message.seat
                self.member, self.ending = message.member, message.ending
            case Update():
                self._update(message)
            case Progress() if self.latest is not None:
                self.latest = msgspec.structs.replace(self.latest, progress=message.progress)
            case Said():
                self.said.append(message)
            case Probe(number):
                await self.send(Echo(number))
            case Done() | Checked() | History() | Hints() | Refused():
                answer = self._waiting.get(message.id or RequestId(""))
                if answer is not None and not answer.done():
                    answer.set_result(message)
            case _:
                pass
        async with self._changed:
            self._changed.notify_all()

    @property
    def _next_version(self) -> int:
        """The version of the next step that `steps` lacks."""
        return self.steps[-1].version + 1 if self.steps else self._first_version

    def _update(self, update: Update) -> None:
        """Take over what has happened, in order: first what an earlier update waits for."""
        if self._fetching is None and not self._lacks_steps_before(update):
            self._apply(update, update.steps)
            return
        self._postponed.append(update)
        if self._fetching is None:
            self._fetching = asyncio.create_task(self._apply_postponed())

    def _lacks_steps_before(self, update: Update) -> bool:
        return bool(update.steps) and update.steps[0].version > self._next_version

    async def _apply_postponed(self) -> None:
        """Fetch the steps that updates lack, and apply the updates. (`read` cannot wait for it.)"""
        while self._postponed:
            update = self._postponed[0]
            steps: list[Step] = []
            try:
                if self._lacks_steps_before(update):
                    steps = await self._between(self._next_version, update.steps[0].version)
                steps += update.steps
            except Refusal:
                # Hidden by a pause, for instance: the next update asks for the same steps again.
                steps = []
            except Disconnected:
                break
            del self._postponed[0]
            self._apply(update, steps)
            async with self._changed:
                self._changed.notify_all()
        self._fetching = None

    def _apply(self, update: Update, steps: Iterable[Step]) -> None:
        next_version = self._next_version
        self.steps += [step for step in steps if step.version >= next_version]
        self.latest = update.position

    async def stop_fetching(self) -> None:
        """Cancel what is still being fetched: the connection is closed."""
        if self._fetching is not None:
            self._fetching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._fetching


def _after(since: int | None) -> int:
    """The first version that a client which has seen `since` lacks."""
    return 0 if since is None else max(0, since + 1)


def _cookie(response: HTTPResponse) -> str:
    """The session that the server begins with this answer."""
    return (response.getheader("Set-Cookie") or "").partition(";")[0]


def _person(body: bytes) -> Person:
    return msgspec.json.decode(body, type=Me).person


async def _request(
    url: str, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[HTTPResponse, bytes]:
    """One HTTP request, off the event loop; a refusal is raised."""
    response, answer = await asyncio.to_thread(_fetch, url, method, path, body, headers or {})
    if response.status >= 400:
        refusal = json.loads(answer)
        raise Refusal(msgspec.convert({"id": None, **refusal, "type": "refused"}, Refused))
    return response, answer


def _fetch(
    url: str, method: str, path: str, body: Any, headers: dict[str, str]
) -> tuple[HTTPResponse, bytes]:
    address = urlsplit(url)
    kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
    connection = kind(address.netloc, timeout=10)
    try:
        connection.request(
            method,
            path,
            None if body is None else json.dumps(body),
            {"Content-Type": "application/json", "Accept-Encoding": "gzip", **headers},
        )
        response = connection.getresponse()
        answer = response.read()
        is_compressed = response.getheader("Content-Encoding") == "gzip"
        return response, gzip.decompress(answer) if is_compressed else answer
    finally:
        connection.close()


def _with_changes(lobby: LobbySnapshot, changed: LobbyChanged) -> LobbySnapshot:
    """The lobby after a message that says what has changed."""
    tables = {card.id: card for card in (*lobby.open, *changed.open)}
    listed = [card for name, card in tables.items() if name not in changed.closed]
    # In the server's order: tables to join first, then the latest first.
    listed.sort(key=lambda card: (card.phase != "gathering", -card.since))
    return LobbySnapshot(
        open=tuple(listed),
        yours=lobby.yours if changed.yours is None else changed.yours,
        recent=lobby.recent if changed.recent is None else changed.recent,
        more=lobby.more if changed.more is None else changed.more,
    )


def _with_own_cards(lobby: LobbySnapshot) -> LobbySnapshot:
    """The lobby with one's own tables marked among the open ones."""
    mine = {card.id: card for card in lobby.yours}
    listed = tuple(mine.get(card.id, card) for card in lobby.open)
    return msgspec.structs.replace(lobby, open=listed)
