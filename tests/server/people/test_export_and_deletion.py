"""Exporting and deleting the data of a person."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import insert, select

from quincunx.server.people.accounts.accounts import (
    WrongLogin,
    WrongPassword,
)
from quincunx.server.people.export import export
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import LogIn, Register
from tests.helpers.finished_games import store_finished_game
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run
from tests.server.people.quick_accounts import SECRET, accounts


async def person_with_history(store: Store) -> dict[str, Any]:
    """Store a person with an account, a finished game, a move, a draft, notes and a chat line."""
    ada, ben = await new_guests(store, "Ada", "Ben")
    await accounts(store).register(ada, Register("ada", SECRET))
    table = await store_finished_game(
        store, "pivit", ada, ben, scores=(5, 2), winners=(0,), ended=9
    )

    async def job(connection: StoreConnection) -> None:
        for number, person in enumerate((ada, ben)):
            await connection.execute(
                insert(schema.puzzle_streaks).values(
                    person=person.id, game="quivvit", number=7, current=number, best=5
                )
            )
            await connection.execute(
                insert(schema.chat).values(
                    table=table, number=number, at=1, person=person.id, text=f"I am {person.name}"
                )
            )
            await connection.execute(
                insert(schema.entries).values(
                    table=table,
                    version=number,
                    at=1,
                    seat=number,
                    move="look",
                    chance="[]",
                    events="[]",
                    person=person.id,
                    stored=1,
                )
            )
            await connection.execute(
                insert(schema.private_notes).values(
                    table=table, person=person.id, version=3, notes=f'"of {person.name}"'
                )
            )
            await connection.execute(
                insert(schema.seeks).values(
                    person=person.id,
                    game="pivit",
                    clock="untimed",
                    strength=1750,
                    uncertainty=250,
                    since=1,
                    seen=1,
                    table=table,
                )
            )
            await connection.execute(
                insert(schema.missed_pairings).values(person=person.id, missed=number + 1, last=5)
            )
            await connection.execute(
                insert(schema.drafts).values(
                    table=table, seat=number, number=number, at=1, version=0, draft="[]"
                )
            )

    await store.write(job)
    return {"ada": ada, "ben": ben, "table": table}


def test_the_export_contains_only_the_data_of_the_person(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            stored = await person_with_history(store)
            data = json.loads(await export(store, stored["ada"]))
            assert [line["name"] for line in data["person"]] == ["Ada"]
            assert [line["login"] for line in data["account"]] == ["ada"]
            assert [line["seat"] for line in data["seats"]] == [0]
            assert [line["move"] for line in data["moves"]] == ["look"]
            assert [line["seat"] for line in data["drafts"]] == [0]
            assert data["notes"] == [{"table": stored["table"], "version": 3, "notes": '"of Ada"'}]
            assert [line["text"] for line in data["chat"]] == ["I am Ada"]
            assert [line["score"] for line in data["results"]] == [5]
            assert [line["games"] for line in data["ratings"]] == [1]
            assert data["puzzles"] == [{"game": "quivvit", "number": 7, "current": 0, "best": 5}]
            assert [line["game"] for line in data["seeks"]] == ["pivit"]
            assert data["missed_pairings"] == [{"missed": 1, "last": 5}]
            assert len(data["sessions"]) == 1
            secrets = await store.fetch_all(select(schema.accounts.c.password))
            tokens = await store.fetch_all(select(schema.sessions.c.token))
            for row in (*secrets, *tokens):
                assert str(next(iter(row.values()))) not in str(data)
            assert stored["ben"].id not in str(data)

    run(work())


def test_a_deleted_account_leaves_its_games_without_a_name(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            stored = await person_with_history(store)
            ada, ben, service = stored["ada"], stored["ben"], accounts(store)
            with pytest.raises(WrongPassword):
                await service.delete(ada, "wrong horse")
            assert await service.login_of(ada) == "ada"
            assert await service.delete(ada, SECRET) == [ada.id]
            data = json.loads(await export(store, ada))
            assert [line["name"] for line in data["person"]] == ["—"]
            assert data["account"] == data["sessions"] == data["ratings"] == data["puzzles"] == []
            assert data["notes"] == data["seeks"] == data["missed_pairings"] == []
            assert [line["text"] for line in data["chat"]] == [""]
            assert [line["score"] for line in data["results"]] == [5]
            with pytest.raises(WrongLogin):
                await service.log_in(LogIn("ada", SECRET), "here", None)
            others = json.loads(await export(store, ben))
            assert [line["text"] for line in others["chat"]] == ["I am Ben"]
            assert [line["notes"] for line in others["notes"]] == ['"of Ben"']
            assert len(others["seeks"]) == len(others["missed_pairings"]) == 1
            assert len(others["ratings"]) == len(others["sessions"]) == len(others["puzzles"]) == 1
            # The name is free again, and a guest needs no password to go.
            await service.register(ben, Register("ada", SECRET))
            (cleo,) = await new_guests(store, "Cleo")
            await service.delete(cleo, "")

    run(work())
