"""Every message at a table gets a response, and the table goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect

from quincunx.client import Client
from quincunx.server.bots.pools import BotPools
from quincunx.server.http import connection
from quincunx.server.ops import metrics
from quincunx.wire import FromTable, NewTable, Pong, Refused, Update, ViewerPosition, Welcome
from tests.helpers.in_process_server import serve_database
from tests.helpers.waiting import MAX_WAIT_S
from tests.server.hostile.strategies import MESSAGES

T = TypeVar("T")

GAMES = {
    "quatrefoil": NewTable("quatrefoil", {"signals": "by-hand"}, bots={2: "random", 3: "random"}),
    "coloryam": NewTable("coloryam", seats=2),
    "quivvit": NewTable("quivvit", {"color_blocking": True, "double_rotation": True}, seats=2),
    "qwirkle_cards": NewTable("qwirkle_cards", seats=2),
    "pivit": NewTable("pivit", seats=2),
}

_decode = msgspec.json.Decoder(FromTable).decode

LEGAL = "a legal move"
WHO = ("host", "player", "watcher")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots decide in this process, and send no pings to clients."""

    async def think(_: BotPools, work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)

    monkeypatch.setattr(BotPools, "_run", think)
    monkeypatch.setattr(connection, "PROBE_INTERVAL_S", 3600)


class Voice:
    """A client at the table that sends any message."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.position: ViewerPosition | None = None

    async def say(self, text: str) -> None:
        """Assert that every response has a known type and that the connection stays open."""
        await self._socket.send(self._legal_move() if text == LEGAL else text)
        await self.listen()

    async def listen(self) -> None:
        await self._socket.send('{"type":"ping"}')
        while not isinstance(message := _decode(await self._socket.recv()), Pong):
            if isinstance(message, Update | Welcome):
                self.position = message.position or self.position
            assert not (isinstance(message, Refused) and message.error == "StoreFailed"), message

    def _legal_move(self) -> str:
        if self.position is None or not self.position.moves:
            return '{"type":"ping"}'
        move, version = self.position.moves[-1].move, self.position.version
        play = {"type": "play", "id": f"v{version}", "version": version, "move": move}
        return msgspec.json.encode(play).decode()


async def evening(url: str, game: str, begun: bool, said: list[tuple[str, str]]) -> None:
    people = {name: await Client.guest(url, name) for name in WHO}
    opened = await people["host"].create_table(GAMES[game])
    address = f"ws{url.removeprefix('http')}/api/tables/{opened.id}/socket"
    voices = {}
    for name, person in people.items():
        socket = await connect(address, additional_headers={"Cookie": person.cookie})
        voices[name] = Voice(socket)
        await voices[name].say(f'{{"type":"hello","invite":"{opened.invite}"}}')
    await voices["player"].say('{"type":"sit","id":"sit","seat":1}')
    for name in ("host", "player") if begun else ():
        await voices[name].say('{"type":"ready","id":"ready","nonce":"n"}')
    for name, text in said:
        await voices[name].say(text)
    for voice in voices.values():
        await voice.listen()
        await voice._socket.close()
    if voices["host"].position is not None:
        assert '"quincunx-record/1"' in await people["host"].record(opened.id)


sayings = st.lists(st.tuples(st.sampled_from(WHO), st.just(LEGAL) | MESSAGES), max_size=12)


def whatever_is_said(database: str, examples: int) -> None:
    loop = asyncio.new_event_loop()

    def run(work: Coroutine[Any, Any, T]) -> T:
        return loop.run_until_complete(asyncio.wait_for(work, MAX_WAIT_S))

    @settings(
        max_examples=examples,
        # A smaller example would take many more evenings to find.
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(st.sampled_from(sorted(GAMES)), st.booleans(), sayings)
    def spend(game: str, begun: bool, said: list[tuple[str, str]]) -> None:
        run(evening(url, game, begun, said))

    async def all_is_quiet() -> None:
        while metrics.SOCKETS.labels("table")._value.get():
            await asyncio.sleep(0.01)

    serving = serve_database(database)
    url = run(serving.__aenter__())
    try:
        spend()
        run(all_is_quiet())
    finally:
        run(serving.__aexit__(None, None, None))
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


def test_every_message_gets_a_response(database: str) -> None:
    whatever_is_said(database, examples=80)


@pytest.mark.exhaustive
def test_every_message_gets_a_response_in_long_runs(database: str) -> None:
    whatever_is_said(database, examples=1500)
