"""Where accounts need an invitation of the operator, or cannot be created at all."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from quincunx.server.common.times import wall_clock
from quincunx.server.people.accounts.accounts import Accounts, LoginTaken, RegistrationClosed
from quincunx.server.people.accounts.invitations import INVITATION_LIFETIME_D, create_invitation
from quincunx.server.people.accounts.passwords import Passwords
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import LogIn, Register, Registration
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run
from tests.server.people.quick_accounts import QUICK, SECRET


def accounts_with(store: Store, registration: Registration) -> Accounts:
    return Accounts(store, Passwords(QUICK), registration=registration)


def test_an_invitation_works_once(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            service = accounts_with(store, "invitation")
            ada, ben = await new_guests(store, "Ada", "Ben")
            token = await store.write(create_invitation)
            await service.register(ada, Register("ada", SECRET, token))
            assert await service.login_of(ada) == "ada"
            for wrong in (token, "", "guessed"):
                with pytest.raises(RegistrationClosed):
                    await service.register(ben, Register("ben", SECRET, wrong))
            assert await service.login_of(ben) is None

    run(work())


def test_a_failed_registration_does_not_use_up_the_invitation(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            service = accounts_with(store, "invitation")
            ada, ben = await new_guests(store, "Ada", "Ben")
            first, second = [await store.write(create_invitation) for _ in range(2)]
            await service.register(ada, Register("ada", SECRET, first))
            with pytest.raises(LoginTaken):
                await service.register(ben, Register("ada", SECRET, second))
            await service.register(ben, Register("ben", SECRET, second))

    run(work())


def test_an_invitation_expires_and_is_then_deleted(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            service = accounts_with(store, "invitation")
            (ada,) = await new_guests(store, "Ada")
            token = await store.write(create_invitation)
            later = wall_clock() + INVITATION_LIFETIME_D * 24 * 3600 * 1000
            monkeypatch.setattr(
                "quincunx.server.people.accounts.invitations.wall_clock", lambda: later
            )
            with pytest.raises(RegistrationClosed):
                await service.register(ada, Register("ada", SECRET, token))
            await store.write(create_invitation)
            assert len(await store.fetch_all(select(schema.account_invitations))) == 1

    run(work())


def test_only_the_hash_of_an_invitation_is_stored(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            token = await store.write(create_invitation)
            (row,) = await store.fetch_all(select(schema.account_invitations))
            assert row["token"] != token

    run(work())


def test_nobody_registers_where_registration_is_closed(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            await accounts_with(store, "open").register(ada, Register("ada", SECRET))
            closed = accounts_with(store, "closed")
            token = await store.write(create_invitation)
            with pytest.raises(RegistrationClosed):
                await closed.register(ben, Register("ben", SECRET, token))
            known, _ = await closed.log_in(LogIn("ada", SECRET), "here", None)
            assert known.person == ada, "existing accounts are not affected"

    run(work())
