"""A program's seat at a live table: `quincunx.client.seat` and `quincunx sit`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from quincunx import Bot, new
from quincunx.cli import main
from quincunx.client import BadLink, Client, NoServer, Refusal, TableConnection, parse_link, seat
from quincunx.client import seated_bot as seated
from quincunx.client.turns import TurnReader
from quincunx.core.bots import RandomBot
from quincunx.core.errors import BadBot, UnknownBot
from quincunx.registry import find, game_names
from quincunx.server.tables.view import showing
from quincunx.wire import NewTable, Step, TableOpened, ViewerPosition
from tests.helpers.in_process_server import serve_database
from tests.helpers.proxy import CuttableProxy
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import run

PAIR = NewTable("coloryam", seats=2, programs=True)


class FirstMove(Bot[Any, Any]):
    """Plays the first legal move."""

    def choose(self, turn: Any) -> Any:
        return next(iter(turn.legal_moves))


class Hosted(NamedTuple):
    """A table whose host allows programs, its link, and the token of a bot account."""

    url: str
    host: Client
    opened: TableOpened
    token: str

    def link(self, url: str = "") -> str:
        return f"{url or self.url}/table/{self.opened.id}#{self.opened.invite}"


@asynccontextmanager
async def hosted(folder: Path, wanted: NewTable = PAIR) -> AsyncIterator[Hosted]:
    async with serve_database(sqlite_url(folder)) as url:
        host = await Client.guest(url, "Ada")
        await host.register("ada", "a good password")
        token = (await host.create_bot_account("Deep")).token
        yield Hosted(url, host, await host.create_table(wanted), token)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots move without a pause: no person follows the game."""
    monkeypatch.setattr(seated, "PAUSE_MS", 0)


async def play_first_moves(table: TableConnection, moves: int | None = None) -> None:
    """Play the first legal move whenever it is this player's turn."""
    made = 0
    while table.outcome is None and (moves is None or made < moves):
        await table.my_turn()
        if table.outcome is None:
            await table.play(table.position.moves[0].move)
            made += 1


@pytest.mark.parametrize("game", game_names())
def test_a_bot_is_given_the_same_turn_at_a_table_as_in_a_match(game: str) -> None:
    match = new(game, seats=max(2, find(game).seats(find(game).options()).start), seed=3)
    reader = TurnReader(game, _sent(match.options, dict[str, Any]), match.seats)
    for _ in range(12):
        match.step("random")
        if match.outcome is not None:
            break
        for number in range(match.seats):
            moment = showing.Moment.of(match, match.now, {}, {})
            position = _sent(showing.position(match, number, moment, can_undo=True), ViewerPosition)
            steps = [_sent(step, Step) for step in showing.steps(match, number, -1)]
            turn = reader.turn(position, steps, "seed")
            assert turn.view == match.view(number)
            assert turn.observations == list(match.observations(number))


def _sent(value: Any, kind: Any) -> Any:
    """Return a value as it arrives over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def test_a_program_plays_a_whole_game_against_a_person(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosted(tmp_path) as table:
            playing = asyncio.create_task(seat(table.link(), FirstMove, token=table.token))
            async with table.host.join(table.opened.id) as hers:
                await hers.ready()
                await hers.until(lambda: hers.latest is not None)
                await play_first_moves(hers)
                assert await playing == hers.outcome

    run(work())


def test_a_program_returns_after_a_lost_connection(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosted(tmp_path) as table:
            proxy = CuttableProxy(int(table.url.rpartition(":")[2]))
            try:
                link = table.link(proxy.url)
                playing = asyncio.create_task(seat(link, FirstMove, token=table.token))
                async with table.host.join(table.opened.id) as hers:
                    await hers.ready()
                    await hers.until(lambda: hers.latest is not None)
                    await play_first_moves(hers, 3)
                    proxy.cut()
                    proxy.restore()
                    await play_first_moves(hers)
                    assert await playing == hers.outcome
            finally:
                proxy.close()

    run(work())


def test_a_program_agrees_to_what_the_others_propose(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosted(tmp_path) as table:
            playing = asyncio.create_task(seat(table.link(), RandomBot(), token=table.token))
            async with table.host.join(table.opened.id) as hers:
                await hers.ready()
                await hers.until(lambda: hers.latest is not None)
                await hers.propose("pause")
                await hers.until(lambda: hers.table.paused)
                await hers.resume()
                await hers.propose("end")
                await hers.until(lambda: hers.table.phase == "closed")
                assert await playing is None

    run(work())


def test_a_stopped_program_leaves_its_seat_before_the_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosted(tmp_path) as table:
            playing = asyncio.create_task(seat(table.link(), FirstMove, token=table.token))
            async with table.host.join(table.opened.id) as hers:
                await hers.until(lambda: _is_ready(hers, 1))
                playing.cancel()
                await hers.until(lambda: hers.table.seats[1].members[0] is None)

    run(work())


def _is_ready(table: TableConnection, seat: int) -> bool:
    member = table.table.seats[seat].members[0]
    return member is not None and member.ready


def test_a_program_plays_rematches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with hosted(tmp_path) as table:
            playing = asyncio.create_task(
                seat(table.link(), FirstMove, token=table.token, rematches=True)
            )
            async with table.host.join(table.opened.id) as hers:
                await hers.ready()
                await hers.until(lambda: hers.latest is not None)
                await play_first_moves(hers)
                await hers.rematch()
                await hers.until(lambda: hers.table.rematch is not None)
                rematch = hers.table.rematch
            assert rematch is not None
            async with table.host.join(rematch) as hers:
                await hers.ready()
                await hers.until(lambda: hers.latest is not None)
                await hers.propose("end")
                await hers.until(lambda: hers.table.phase == "closed")
            playing.cancel()

    run(work())


def test_what_is_wrong_is_said_before_anybody_waits(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosted(tmp_path) as table:
            token = table.token
            for wrong, error in (
                (seat("ftp://example.org/table/1", FirstMove, token=token), BadLink),
                (seat(table.url, FirstMove, token=token), BadLink),
                (seat("http://127.0.0.1:9/table/1", FirstMove, token=token), NoServer),
                (seat(table.link(), "no_such_module:Bot", token=token), BadBot),
                (seat(table.link(), "genius", token=token), UnknownBot),
                (seat(table.link(), FirstMove, token="quincunx_bot_wrong"), Refusal),
            ):
                with pytest.raises(error):
                    await wrong
            async with table.host.join(table.opened.id) as hers:
                await hers.seat_bot(1, "easy")
                with pytest.raises(Refusal) as full:
                    await seat(table.link(), FirstMove, token=token)
            assert full.value.refused.error == "SeatTaken"

    run(work())


@pytest.mark.parametrize(
    "arguments",
    [
        ["http://127.0.0.1:9/table/1", "--bot", "easy"],
        ["not a link", "--bot", "easy", "--token", "quincunx_bot_1"],
        ["http://127.0.0.1:9/table/1", "--bot", "nowhere:Bot", "--token", "quincunx_bot_1"],
        ["http://127.0.0.1:9/table/1", "--bot", "easy", "--token", "quincunx_bot_1"],
        ["http://127.0.0.1:9/table/1", "--bot", "easy", "--token", "two\nlines"],
    ],
)
def test_the_command_explains_bad_input_in_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUINCUNX_TOKEN", raising=False)
    assert main(["sit", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("quincunx: ")
    assert printed.err.count("\n") == 1
    assert "quincunx_bot_1" not in printed.err


def test_a_link_has_a_server_a_table_and_an_invitation() -> None:
    assert parse_link(" https://example.org/table/1a2b#Invite-_ ") == (
        "https://example.org",
        "1a2b",
        "Invite-_",
    )
    assert parse_link("http://localhost:8000/games/table/1a2b/").server == (
        "http://localhost:8000/games"
    )
    for wrong in ("", "1a2b", "http:///table/1", "http://a:b/table/1", "https://example.org/1a2b"):
        with pytest.raises(BadLink):
            parse_link(wrong)
