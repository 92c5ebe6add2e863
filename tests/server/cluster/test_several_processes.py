"""Several server processes on one PostgreSQL: any of them serves any table."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

import quincunx
from quincunx.client import Client, Disconnected, Refusal, TableConnection
from quincunx.client.http import http_request
from quincunx.server.common.vacations import DAY_CLOCK_S, DAY_MS
from quincunx.wire import Contacts, News, NewTable, PlayMove, RequestId, ShownVacation, TableId
from tests.helpers.http_calls import call
from tests.helpers.paths import ROOT
from tests.helpers.postgres import Postgres
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.relations.related_people import account_at, act, news_of, next_news
from tests.server.table_sessions import note_ids, refusal_of, seated_clients


class ServerPair(NamedTuple):
    """Two processes that share a store."""

    one: ServerProcess
    other: ServerProcess


@contextmanager
def running_pair(postgres: Postgres, folder: Path) -> Iterator[ServerPair]:
    database = postgres.new_database()
    with running_server(folder, database) as one, running_server(folder, database) as other:
        yield ServerPair(one, other)


@pytest.fixture(scope="module")
def servers(
    postgres_server: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerPair]:
    """Shared by the tests that stop neither process."""
    with running_pair(postgres_server, tmp_path_factory.mktemp("data")) as opened:
        yield opened


@pytest.fixture
def own_servers(postgres_server: Postgres, tmp_path: Path) -> Iterator[ServerPair]:
    """Servers of the test's own, which it may stop."""
    with running_pair(postgres_server, tmp_path) as opened:
        yield opened


def elsewhere(person: Client, server: ServerProcess) -> Client:
    """Return the same person's client of another process."""
    return Client(server.url, person.cookie, person.person)


class Pair(NamedTuple):
    """Ada at one process and Ben at the other."""

    ada: TableConnection
    ben: TableConnection
    people: tuple[Client, Client]
    table: str


@asynccontextmanager
async def a_game(servers: ServerPair, wanted: NewTable, *others: str) -> AsyncIterator[Pair]:
    """The cards are dealt; others only sit there."""
    ada = await Client.guest(servers.one.url, "Ada")
    ben = await Client.guest(servers.other.url, "Ben")
    opened = await ada.create_table(wanted)
    async with AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(person.join(opened.id, opened.invite))
            for person in (ada, ben)
        ]
        await tables[1].sit(1)
        for seat, name in enumerate(others, start=2):
            other = await Client.guest(servers.one.url, name)
            async with other.join(opened.id, opened.invite) as table:
                await table.sit(seat)
                await table.ready()
        for table in tables:
            await table.ready()
        for table in tables:
            await table.until(lambda table=table: table.latest is not None)  # type: ignore[misc]
        yield Pair(tables[0], tables[1], (ada, ben), opened.id)


async def plays_a_move(*tables: TableConnection) -> None:
    """Let the player whose turn it is move, and wait until both see it."""
    version = tables[0].position.version
    mover = next(table for table in tables if table.seat in table.position.awaited)
    await mover.play(mover.position.moves[0].move)
    for table in tables:
        await table.until(lambda table=table: table.position.version > version)  # type: ignore[misc]


PAIR = NewTable("coloryam", seats=2, rated=False)


def test_people_at_two_processes_play_one_game(servers: ServerPair) -> None:
    async def work() -> None:
        async with a_game(servers, PAIR) as (ada, ben, *_):
            for _ in range(12):
                await plays_a_move(ada, ben)
            assert [step.version for step in ada.steps] == [step.version for step in ben.steps]
            assert ada.position.awaited == ben.position.awaited

    run(work())


def test_chat_proposals_and_moves_reach_the_other_process(servers: ServerPair) -> None:
    async def work() -> None:
        async with a_game(servers, PAIR) as (ada, ben, *_):
            await ada.say("Hello over there")
            await ben.until(lambda: [said.text for said in ben.said] == ["Hello over there"])
            await ben.say("Hello back")
            await ada.until(lambda: len(ada.said) == 2)
            assert [said.number for said in ada.said] == [0, 1]
            await ada.propose("pause")
            await ben.until(lambda: ben.table.proposal is not None)
            await ben.answer("pause", agree=True)
            await ada.until(lambda: ada.table.paused)
            mover = ada if ada.seat in ada.position.awaited else ben
            assert await refusal_of(mover.play(mover.position.moves[0].move)) == "Paused"
            await ada.resume()
            await ben.until(lambda: not ben.table.paused)
            await plays_a_move(ada, ben)
            assert note_ids(ada) == ["table.note.paused", "table.note.resumed"]
            await ben.until(lambda: note_ids(ben) == note_ids(ada))

    run(work())


def test_presence_is_known_at_the_other_process(servers: ServerPair) -> None:
    def is_here(table: TableConnection, seat: int) -> bool:
        sitter = table.table.seats[seat].members[0]
        return sitter is not None and sitter.here

    async def work() -> None:
        ada = await Client.guest(servers.one.url, "Ada")
        ben = await Client.guest(servers.other.url, "Ben")
        cleo = await Client.guest(servers.other.url, "Cleo")
        opened = await ada.create_table(PAIR)
        async with ada.join(opened.id, opened.invite) as at_one:
            async with ben.join(opened.id, opened.invite) as at_other:
                await at_other.sit(1)
                await at_one.until(lambda: is_here(at_one, 1))
                await at_other.until(lambda: is_here(at_other, 0))
                async with cleo.join(opened.id, opened.invite):
                    await at_one.until(lambda: at_one.table.watching == 1)
                await at_one.until(lambda: at_one.table.watching == 0)
            await at_one.until(lambda: not is_here(at_one, 1))

    run(work())


def test_a_move_sent_to_both_processes_is_played_once(servers: ServerPair) -> None:
    async def work() -> None:
        async with a_game(servers, PAIR) as pair:
            mover = next(table for table in pair[:2] if table.seat in table.position.awaited)
            person = pair.people[mover.seat or 0]
            other = servers.other if person.url == servers.one.url else servers.one
            async with elsewhere(person, other).join(TableId(pair.table)) as again:
                play = PlayMove(
                    RequestId("same"), mover.position.version, mover.position.moves[0].move
                )
                await asyncio.gather(mover.send(play), again.send(play))
                # What is asked afterwards is answered afterwards.
                await asyncio.gather(mover.hints(), again.hints())
                await plays_a_move(pair.ada, pair.ben)
                assert pair.ada.position.version == play.version + 2

    run(work())


def test_concurrent_moves_at_two_processes_are_not_lost(servers: ServerPair) -> None:
    """In Dual two may act at any time: what one process stores overtakes the other."""

    async def work() -> None:
        wanted = NewTable("quatrefoil", {"variant": "dual"})
        async with a_game(servers, wanted, "Cleo", "Dan") as pair:
            made: list[int] = []

            async def twist(table: TableConnection) -> None:
                for _ in range(15):
                    with suppress(Refusal):
                        made.append(await table.play("twist clockwise"))

            await asyncio.gather(twist(pair.ada), twist(pair.ben))
            assert len(made) == len(set(made)) > 0
            last = max(pair.ada.position.version, pair.ben.position.version)
            for table in pair[:2]:
                await table.until(lambda table=table: table.position.version >= last)  # type: ignore[misc]
                versions = [step.version for step in table.steps]
                assert versions == list(range(len(versions)))
                assert set(made) <= set(versions)

    run(work())


def test_a_killed_process_loses_nothing_and_the_other_continues(own_servers: ServerPair) -> None:
    async def work() -> None:
        ada = await Client.guest(own_servers.one.url, "Ada")
        opened = await ada.create_table(NewTable("coloryam", seats=2, bots={1: "easy"}))
        async with ada.join(opened.id, opened.invite) as table:
            await table.ready()
            await table.my_turn()
            version = 0
            for _ in range(3):
                version = await table.play(table.position.moves[0].move)
                await table.my_turn()
            own_servers.one.stop(signal.SIGKILL)
            with pytest.raises(Disconnected):
                await table.until(lambda: False)
            seen = table.position.version
        async with elsewhere(ada, own_servers.other).join(opened.id, since=seen) as table:
            assert seen >= version
            assert table.position.version >= seen
            # Whatever the bot was about to do, it does at the other process.
            await table.my_turn()
            await table.play(table.position.moves[0].move)
            await table.my_turn()

    run(work())


def test_a_stopping_server_disconnects_and_others_take_over(own_servers: ServerPair) -> None:
    """A rolling restart: each process in turn, in the middle of a game."""

    async def work() -> None:
        ada = await Client.guest(own_servers.one.url, "Ada")
        opened = await ada.create_table(
            NewTable(
                "quatrefoil", {"variant": "nothing-to-hide"}, bots={1: "easy", 2: "easy", 3: "easy"}
            )
        )
        here, there = own_servers.one, own_servers.other
        since = None
        async with ada.join(opened.id, opened.invite) as table:
            await table.ready()
            await table.my_turn()
        for _ in range(2):
            async with elsewhere(ada, here).join(opened.id, since=since) as table:
                await table.my_turn()
                if table.outcome is not None:
                    return
                await asyncio.to_thread(here.stop)
                with pytest.raises(Disconnected):
                    await table.until(lambda: False)
                since = table.position.version
            async with elsewhere(ada, there).join(opened.id, since=since) as table:
                await table.my_turn()
                if table.outcome is None:
                    await table.play(table.position.moves[0].move)
                since = table.position.version
            await asyncio.to_thread(here.start)
            here, there = there, here

    run(work())


def test_logging_out_everywhere_disconnects_at_all_processes(servers: ServerPair) -> None:
    async def work() -> None:
        ada = await Client.guest(servers.one.url, "Ada")
        opened = await ada.create_table(PAIR)
        async with elsewhere(ada, servers.other).join(opened.id) as table:
            await ada._call("POST", "/api/logout-everywhere")
            with pytest.raises(Disconnected):
                await table.until(lambda: False)

    run(work())


def test_a_new_name_is_known_at_all_processes(servers: ServerPair) -> None:
    async def work() -> None:
        ada = await Client.guest(servers.one.url, "Ada")
        opened = await ada.create_table(PAIR)
        async with elsewhere(ada, servers.other).join(opened.id) as table:
            await ada.rename("Adele")
            await table.until(lambda: table.table.host.name == "Adele")

    run(work())


def test_the_lobby_of_one_process_shows_the_tables_of_the_other(own_servers: ServerPair) -> None:
    async def work() -> None:
        ada = await Client.guest(own_servers.one.url, "Ada")
        ben = await Client.guest(own_servers.other.url, "Ben")
        lobby = ben.lobby()
        first = await anext(lobby)
        assert first.open == ()
        opened = await ada.create_table(NewTable("coloryam", seats=2, open=True))
        shown = await anext(lobby)
        assert [card.id for card in shown.open] == [opened.id]
        await lobby.aclose()

    run(work())


@contextmanager
def a_worker(database: str) -> Iterator[None]:
    command = [sys.executable, "-m", "tests.helpers.toy_server", "worker", "--database", database]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True
    ) as worker:
        try:
            assert worker.stdout is not None
            assert b"worker" in worker.stdout.readline()
            yield
        finally:
            worker.terminate()
        assert worker.wait(MAX_WAIT_S) == 0


def test_a_worker_plays_the_moves_of_bots(postgres_server: Postgres, tmp_path: Path) -> None:
    """The server itself thinks for no bot: without the worker the game would stand still."""

    async def work(server: ServerProcess) -> None:
        ada = await Client.guest(server.url, "Ada")
        opened = await ada.create_table(NewTable("coloryam", seats=2, bots={1: "easy"}))
        async with ada.join(opened.id, opened.invite) as table:
            await table.ready()
            while not any(step.seat == 1 for step in table.steps):
                await table.my_turn()
                await table.play(table.position.moves[0].move)
                await table.my_turn()
            assert (await table.hints()).hints

    database = postgres_server.new_database()
    with running_server(tmp_path, database, thinkers=0) as server, a_worker(database):
        run(work(server))


def test_a_worker_needs_a_database_to_share() -> None:
    command = [sys.executable, "-m", "quincunx", "worker"]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "--database" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_the_record_of_a_game_at_two_processes_verifies(servers: ServerPair) -> None:
    async def work() -> None:
        async with a_game(servers, PAIR) as pair:
            while pair.ada.outcome is None:
                await plays_a_move(pair.ada, pair.ben)
            records = [await person.record(TableId(pair.table)) for person in pair.people]
            assert records[0] == records[1]
            assert quincunx.verify(records[0]).nonces == 2

    run(work())


def test_a_vacation_reaches_the_opponent_at_another_process(servers: ServerPair) -> None:
    async def work() -> None:
        ada = await Client.guest(servers.one.url, "Ada")
        await ada.register("ada on vacation", "correct horse battery")
        ben = await Client.guest(servers.other.url, "Ben")
        wanted = NewTable("coloryam", seats=2, rated=False, pace=DAY_CLOCK_S)
        async with seated_clients((ada, ben), wanted) as (here, there):
            while 0 not in there.position.awaited:
                await plays_a_move(here, there)
            headers = {"Cookie": ada.cookie}
            await http_request(ada.url, "POST", "/api/vacation", {"days": 3}, headers)
            for table in (here, there):
                await table.until(lambda table=table: _vacation(table) is not None)  # type: ignore[misc]
            await there.until(lambda: there.position.limits[0] > 3 * DAY_MS)
            await plays_a_move(here, there)
            await there.until(lambda: _vacation(there) is None)
            assert all(limit < 3 * DAY_MS for limit in there.position.limits.values())

    run(work())


def test_an_invitation_arrives_through_another_process(servers: ServerPair) -> None:
    async def work() -> None:
        ada = await account_at(servers.one.url, "Ada")
        ben = await account_at(servers.other.url, "Ben")
        await act(ada, ben, "befriend")
        await act(ben, ada, "befriend")
        async with news_of(ben) as news:
            assert await next_news(news) == News()
            opened = await ada.create_table(NewTable("coloryam", seats=2))
            body = {"person": ben.person.id}
            await call(ada, "POST", f"/api/tables/{opened.id}/invitations", body)
            (invitation,) = (await next_news(news)).invitations
            assert invitation.table == opened.id
            while not (await contacts_of(ada)).people[0].online:
                await asyncio.sleep(0.01)
            await call(ben, "POST", f"/api/invitations/{opened.id}/accept", {})
            assert (await next_news(news)).invitations == ()

    run(work())


def _vacation(table: TableConnection) -> ShownVacation | None:
    (member,) = table.table.seats[0].members
    assert member is not None
    return member.vacation


async def contacts_of(person: Client) -> Contacts:
    found: Contacts = await call(person, "GET", "/api/contacts", None, Contacts)
    return found
