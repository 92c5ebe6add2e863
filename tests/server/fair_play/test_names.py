"""Names in games that forbid talking."""

from __future__ import annotations

from pathlib import Path

import msgspec

from quincunx.client import Client, TableConnection
from quincunx.server.http.app import create_app
from quincunx.wire import (
    NewTable,
)
from tests.helpers.in_process_server import serve_app
from tests.helpers.postgres import Postgres
from tests.helpers.waiting import run
from tests.server.fair_play.games import serve

SILENT = NewTable("quatrefoil", {"clock": True}, bots={2: "easy", 3: "easy"}, open=True)


async def names_shown(client: Client, table: TableConnection) -> str:
    """Everything that anybody is told of that table, as one text."""
    async with client.join(table.table.id) as fresh:
        cards = [card for card in (await anext(client.lobby())).open if card.id == table.table.id]
        told = [fresh.table, fresh.said, fresh.steps, table.table, table.said, cards]
        record = await client.record(table.table.id) if fresh.seat is not None else ""
        return msgspec.json.encode(told).decode() + record


def test_renaming_cannot_send_messages_in_a_silent_game(tmp_path: Path) -> None:
    """The attack: rename oneself “push red from the north”."""

    async def work() -> None:
        async with serve(tmp_path) as server:
            people = [await Client.guest(server.url, name) for name in ("Ada", "Ben", "Cleo")]
            ada, ben, cleo = people
            opened = await ada.create_table(SILENT)
            async with (
                ada.join(opened.id) as hers,
                ben.join(opened.id) as his,
                cleo.join(opened.id) as theirs,
            ):
                await his.sit(1)
                await theirs.say("Good luck")
                await hers.ready()
                await his.ready()
                await hers.until(lambda: hers.latest is not None)
                assert hers.table.quiet
                for person, loud in zip(people, ("RED", "NORTH", "WEST"), strict=True):
                    await person.rename(f"push {loud}")
                await his.propose("pause")
                await hers.until(lambda: hers.table.proposal is not None)
                await hers.answer("pause", agree=True)
                await hers.resume()
                # A server that reads the table anew knows no other names, either.
                table = await server.app.state.tables.registry.find(opened.id)
                table.dismiss()
                server.app.state.tables.registry.unload(opened.id)
                for reader in (*people, await Client.guest(server.url, "Dan")):
                    async with reader.join(opened.id) as table:
                        shown = await names_shown(reader, table)
                        assert not any(loud in shown for loud in ("RED", "NORTH", "WEST"))
                        assert "Ada" in shown
                async with ada.join(opened.id) as first, ben.join(opened.id) as second:
                    await first.propose("end")
                    await second.until(lambda: second.table.proposal is not None)
                    await second.answer("end", agree=True)
                    await first.until(lambda: first.table.phase == "closed")
                    host = first.table.seats[0].members[0]
                    assert host is not None
                    assert host.person is not None
                    assert host.person.name == first.table.host.name == "push RED", "afterwards"

    run(work())


def test_names_are_fixed_at_every_process_in_a_silent_game(postgres_server: Postgres) -> None:
    async def work() -> None:
        database = postgres_server.new_database()
        async with (
            serve_app(create_app(database)) as one,
            serve_app(create_app(database)) as other,
        ):
            ada, ben = await Client.guest(one, "Ada"), await Client.guest(other, "Ben")
            opened = await ada.create_table(SILENT)
            async with ada.join(opened.id) as hers, ben.join(opened.id) as his:
                await his.sit(1)
                await his.ready()
                await hers.ready()
                await his.until(lambda: his.latest is not None)
                await ben.rename("push RED")
                await ada.rename("push NORTH")
                await his.propose("pause")
                await hers.until(lambda: hers.table.proposal is not None)
                assert hers.table.proposal is not None
                assert hers.table.proposal.by.name == "Ben"
                await hers.answer("pause", agree=True)
                await his.until(lambda: his.position.covered)
                for table in (hers, his):
                    names = [
                        member.person.name
                        for seat in table.table.seats
                        for member in seat.members
                        if member is not None and member.person is not None
                    ]
                    assert names == ["Ada", "Ben"]
                await his.propose("end")
                await hers.until(lambda: hers.table.proposal is not None)
                await hers.answer("end", agree=True)
                await his.until(lambda: his.table.host.name == "push NORTH")
                assert his.table.phase == "closed"
                await his.until(lambda: not his.position.covered)

    run(work())
