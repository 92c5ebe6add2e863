"""Bot accounts and their tokens, in the store."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import func, select

from quincunx.server.common.errors import BadToken, NotAllowed
from quincunx.server.common.limits import MAX_BOT_ACCOUNTS_PER_PERSON
from quincunx.server.people.accounts.accounts import NoAccount
from quincunx.server.people.accounts.bot_accounts import TOKEN_PREFIX, BotAccounts
from quincunx.server.people.export import export
from quincunx.server.people.moderation import Moderation
from quincunx.server.people.profiles import profile
from quincunx.server.people.sessions import NoSuchPerson
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import Person, Register
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run
from tests.server.people.quick_accounts import SECRET, accounts


async def new_owner(store: Store, name: str = "Ada") -> Person:
    """Return a person with an account, who may own bot accounts."""
    (person,) = await new_guests(store, name)
    await accounts(store).register(person, Register(name.lower(), SECRET))
    return person


def test_a_token_is_shown_once_stored_as_a_hash_and_finds_the_bot(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, bots = await new_owner(store), BotAccounts(store)
            created = await bots.create(ada, "  Deep   Thought ")
            assert created.token.startswith(TOKEN_PREFIX)
            assert len(created.token) - len(TOKEN_PREFIX) >= 128 / 6
            found = await bots.find(created.token)
            assert found == created.account.person == Person(found.id, "Deep Thought", bot=True)
            (row,) = await store.fetch_all(select(schema.bot_tokens))
            assert created.token not in str(dict(row))
            (listed,) = await bots.list(ada)
            assert listed.token_used is not None

    run(work())


def test_a_renewed_revoked_or_deleted_token_is_refused(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, bots = await new_owner(store), BotAccounts(store)
            first = await bots.create(ada, "Deep")
            bot = first.account.person.id
            second = await bots.renew(ada, bot)
            await bots.find(second.token)
            await bots.revoke(ada, bot)
            assert [account.token_created for account in await bots.list(ada)] == [None]
            third = await bots.renew(ada, bot)
            await bots.delete(ada, bot)
            assert await bots.list(ada) == []
            for token in (first.token, second.token, third.token, "", "quincunx_bot_guessed"):
                with pytest.raises(BadToken):
                    await bots.find(token)

    run(work())


def test_only_accounts_own_bots_and_only_a_few(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, bots = await new_owner(store), BotAccounts(store)
            (guest,) = await new_guests(store, "Ben")
            with pytest.raises(NoAccount):
                await bots.create(guest, "Deep")
            for number in range(MAX_BOT_ACCOUNTS_PER_PERSON):
                await bots.create(ada, f"Deep {number}")
            with pytest.raises(NotAllowed):
                await bots.create(ada, "One more")
            await bots.delete(ada, (await bots.list(ada))[0].person.id)
            await bots.create(ada, "In its place")

    run(work())


def test_nobody_else_can_renew_revoke_or_delete_a_bot(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, bots = (
                await new_owner(store),
                await new_owner(store, "Ben"),
                BotAccounts(store),
            )
            created = await bots.create(ada, "Deep")
            for act in (bots.renew, bots.revoke, bots.delete):
                for target in (created.account.person.id, ada.id):
                    with pytest.raises(NoSuchPerson):
                        await act(ben, target)
            assert await bots.find(created.token) == created.account.person

    run(work())


def test_a_ban_of_the_bot_or_of_its_owner_blocks_the_token(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, bots, operator = await new_owner(store), BotAccounts(store), Moderation(store)
            created = await bots.create(ada, "Deep")
            for person in (created.account.person.id, ada.id):
                await operator.ban(person)
                with pytest.raises(BadToken):
                    await bots.find(created.token)
                await operator.unban(person)
                await bots.find(created.token)

    run(work())


def test_the_operator_lists_bots_with_their_owners_and_revokes_tokens(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, bots, operator = await new_owner(store), BotAccounts(store), Moderation(store)
            created = await bots.create(ada, "Deep")
            owners = {person.name: person.owner for person in await operator.people()}
            assert owners == {"Ada": None, "Deep": ada.id}
            assert (await operator.revoke(created.account.person.id)).bot
            with pytest.raises(BadToken):
                await bots.find(created.token)
            with pytest.raises(NoSuchPerson):
                await operator.revoke(ada.id)

    run(work())


def test_bots_are_exported_and_deleted_with_their_owner(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, bots = await new_owner(store), BotAccounts(store)
            created = await bots.create(ada, "Deep")
            bot = created.account.person
            data = json.loads(await export(store, ada))
            assert [line["name"] for line in data["bots"]] == ["Deep"]
            assert created.token not in json.dumps(data)
            assert (await profile(store, bot.id)).owner == ada
            assert await accounts(store).delete(ada, SECRET) == [ada.id, bot.id]
            with pytest.raises(BadToken):
                await bots.find(created.token)
            with pytest.raises(NoSuchPerson):
                await profile(store, bot.id)
            async with store.connect() as connection:
                assert await connection.scalar(select(func.count(schema.bot_tokens.c.person))) == 0
                names = await connection.execute(select(schema.people.c.name))
                assert set(names.scalars()) == {"—"}

    run(work())
