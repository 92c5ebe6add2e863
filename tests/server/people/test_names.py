"""Names: sent only to tables that show them, and removed everywhere with their person."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from quincunx.core.messages import Message
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.people.deletion import DELETED_NAME, delete_person
from quincunx.server.people.names import rename_person
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.chat import file_report, load_lines
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.tables import Tables
from quincunx.wire import (
    Leave,
    NewTable,
    Person,
    Propose,
    Ready,
    Report,
    RequestId,
    Return,
    Say,
    Sit,
)
from tests.helpers.stores import open_store, sqlite_url
from tests.helpers.waiting import run
from tests.server.connections import FakeConnection


def test_a_rename_is_sent_only_to_tables_that_show_the_name(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)) as store:
            sessions = Sessions(store)
            ada, ben, eve = [
                (await sessions.create_guest(name))[0] for name in ("Ada", "Ben", "Eve")
            ]
            tables = Tables(store, BotPools(), ServerClock())
            unrelated = []
            for _ in range(20):
                ids = await tables.creation.create(ben, NewTable("pivit", seats=2))
                listener = FakeConnection(ben)
                await (await tables.registry.find(ids.id)).join(listener, "", None)
                listener.texts.clear()
                unrelated.append(listener)
            hers = await tables.registry.find(
                (await tables.creation.create(ada, NewTable("pivit", seats=2))).id
            )
            seen = FakeConnection(ben)
            await hers.join(seen, hers.state.config.invite, None)
            watched = await tables.registry.find(
                (await tables.creation.create(eve, NewTable("pivit", seats=2))).id
            )
            watching, host = FakeConnection(ada), FakeConnection(eve)
            await watched.join(watching, watched.state.config.invite, None)
            await watched.join(host, "", None)
            await watched.execute(Caller(ada), Say(RequestId("1"), "hello"))
            for listener in (seen, watching, host):
                listener.texts.clear()
            tables.news.rename(Person(ada.id, "Augusta"))
            assert [b"Augusta" in text for text in seen.texts] == [True]
            assert not any(listener.texts for listener in (*unrelated, watching, host))
            assert watching.person.name == "Augusta"
            late = FakeConnection(ben)
            await watched.join(late, watched.state.config.invite, None)
            assert b"Augusta" in late.texts[0], "what was said is shown under the new name"

    run(work())


def test_a_report_that_is_sent_twice_is_stored_once(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions = Sessions(store)
            ada, ben = [(await sessions.create_guest(name))[0] for name in ("Ada", "Ben")]
            tables = Tables(store, BotPools(), ServerClock())
            table = await tables.registry.find(
                (await tables.creation.create(ada, NewTable("pivit", seats=2))).id
            )
            for number in (1, 2):
                await table.execute(Caller(ada), Say(RequestId(str(number)), "something rude"))
            await table.execute(Caller(ben), Report(RequestId("3"), 0, "rude"))
            await table.execute(Caller(ben), Report(RequestId("3"), 0, "rude"))
            await table.execute(Caller(ben), Report(RequestId("4"), 0, "still rude"))
            await table.execute(Caller(ben), Report(RequestId("5"), 1, "the other line"))
            await table.execute(Caller(ada), Report(RequestId("6"), 0, "somebody else"))
            rows = await store.fetch_all(select(schema.reports).order_by(schema.reports.c.id))
            assert [(row["reporter"], row["number"], row["why"]) for row in rows] == [
                (ben.id, 0, "rude"),
                (ben.id, 1, "the other line"),
                (ada.id, 0, "somebody else"),
            ]

    run(work())


def test_two_servers_do_not_store_the_same_report_twice(database: str) -> None:
    """Both requests have checked for a report before either stores one."""

    async def work() -> None:
        async with open_store(database) as store, open_store(database) as other:
            sessions = Sessions(store)
            ada, ben = [(await sessions.create_guest(name))[0] for name in ("Ada", "Ben")]
            tables = Tables(store, BotPools(), ServerClock())
            table = await tables.registry.find(
                (await tables.creation.create(ada, NewTable("pivit", seats=2))).id
            )
            await table.execute(Caller(ada), Say(RequestId("1"), "something rude"))
            await asyncio.gather(
                *(
                    file_report(each, table.state.id, ben, 0, why)
                    for each in (store, other)
                    for why in "abc"
                )
            )
            assert len(await store.fetch_all(select(schema.reports))) == 1

            async def insert_again(connection: StoreConnection) -> None:
                row = {"table": table.state.id, "number": 0, "reporter": ben.id}
                await connection.execute(insert(schema.reports).values(**row, why="", at=0))

            with pytest.raises(IntegrityError):
                await other.write(insert_again)

    run(work())


async def everything(store: Store) -> str:
    """Return everything in the store as text."""
    found = []
    for table in schema.metadata.sorted_tables:
        found += [str(dict(row)) for row in await store.fetch_all(select(table))]
    return "\n".join(found)


def test_a_deleted_name_is_removed_from_the_store(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions = Sessions(store)
            zoe, ben = [(await sessions.create_guest(name))[0] for name in ("Zoe-Xyz", "Ben")]
            tables = Tables(store, BotPools(), ServerClock())
            table = await tables.registry.find(
                (await tables.creation.create(zoe, NewTable("quivvit", seats=2, rated=False))).id
            )
            await table.execute(Caller(ben), Sit(RequestId("1"), 1))
            await table.execute(Caller(ben), Say(RequestId("2"), "well"))
            await table.execute(Caller(zoe), Say(RequestId("3"), "Zoe-Xyz was here"))
            await table.execute(Caller(zoe), Report(RequestId("4"), 0, "it is about me, Zoe-Xyz"))
            for person in (zoe, ben):
                await table.execute(Caller(person), Ready(RequestId("5"), "n"))
            await table.execute(Caller(zoe), Leave(RequestId("6")))
            await table.execute(Caller(zoe), Return(RequestId("7")))
            await table.execute(Caller(ben), Leave(RequestId("8")))
            await table.execute(Caller(ben), Return(RequestId("9")))
            await rename_person(store, zoe, "Zoe-Uvw")
            renamed = Person(zoe.id, "Zoe-Uvw")
            tables.news.rename(renamed)
            await table.execute(Caller(renamed), Propose(RequestId("10"), "end", 0))
            # As an earlier version wrote it: without whom it names.
            old = msgspec.json.encode(Message("table.note.back", {"name": "Zoe-Xyz"})).decode()
            line = {"table": table.state.id, "number": 99, "at": 0, "text": "", "note": old}
            await store.write(lambda connection: connection.execute(insert(schema.chat), [line]))
            # As a table keeps it whose game forbids talk.
            fixed = msgspec.json.encode({zoe.id: "Zoe-Xyz", ben.id: "Ben"}).decode()
            await store.write(
                lambda connection: connection.execute(update(schema.tables).values(names=fixed))
            )
            assert (await everything(store)).count("Zoe-") >= 7
            before = table.state.revision
            await store.write(lambda connection: delete_person(connection, zoe.id))
            assert "Zoe-" not in await everything(store)
            async with store.connect() as connection:
                said, _ = await load_lines(connection, table.state.id, 0, {})
            names = [line.note.args["name"] for line in said if line.note and line.note.args]
            assert names == [DELETED_NAME, DELETED_NAME, "Ben", "Ben", DELETED_NAME]
            # A server that still has the name in memory cannot write it back.
            await table.execute(Caller(ben), Say(RequestId("11"), "anybody there?"))
            assert table.state.revision > before + 1
            assert "Zoe-" not in await everything(store)

    run(work())
