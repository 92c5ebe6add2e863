"""People who play at a table over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from quincunx.client import Client, Refusal, TableConnection
from quincunx.wire import NewTable


@asynccontextmanager
async def seated_players(
    url: str, wanted: NewTable, *names: str, watching: str = ""
) -> AsyncIterator[list[TableConnection]]:
    """People sit down in order, are ready, and the game begins; a last one may only watch."""
    people = [await Client.guest(url, name) for name in names]
    watcher = await Client.guest(url, watching) if watching else None
    async with seated_clients(people, wanted, watcher) as tables:
        yield tables


@asynccontextmanager
async def seated_clients(
    people: Sequence[Client], wanted: NewTable, watcher: Client | None = None
) -> AsyncIterator[list[TableConnection]]:
    """The same for people who are known to the server already."""
    opened = await people[0].create_table(wanted)
    async with AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(person.join(opened.id, opened.invite))
            for person in people
        ]
        for seat, table in enumerate(tables):
            if table.seat is None:
                await table.sit(seat)
        for table in tables:
            await table.ready()
        if watcher is not None:
            tables.append(await stack.enter_async_context(watcher.join(opened.id, opened.invite)))
        for table in tables:
            await table.until(lambda table=table: table.latest is not None)  # type: ignore[misc]
        yield tables


CASUAL_COLORYAM = NewTable("coloryam", seats=2, rated=False)


async def ended_by_agreement(url: str, table: TableConnection) -> str:
    """End a game of one person; return its record."""
    await table.propose("end")
    await table.until(lambda: table.table.phase == "closed")
    return await (await Client.guest(url, "Reader")).record(table.table.id)


def note_ids(table: TableConnection) -> list[str]:
    return [said.note.id for said in table.said if said.note]


async def refusal_of(work: Coroutine[Any, Any, Any]) -> str:
    """Return the kind of refusal that the work meets."""
    with pytest.raises(Refusal) as caught:
        await work
    assert not str(caught.value).startswith(("table.", "core.")), "it is a sentence"
    return caught.value.refused.error
