"""Invitations to tables, and blocks at tables, at a real server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec
import pytest

from quincunx.client import Client, Refusal
from quincunx.server.relations import table_invitations
from quincunx.wire import (
    Contacts,
    ContactSettings,
    News,
    NewTable,
    PlayNow,
    TableOpened,
)
from tests.helpers.http_calls import call
from tests.helpers.in_process_server import serve_database
from tests.helpers.waiting import run
from tests.server.relations.related_people import account_at, act, news_of, next_news
from tests.server.table_sessions import refusal_of

TABLE = NewTable("coloryam", seats=2)


class People(NamedTuple):
    """Ada and Ben are friends; Cleo has an account too."""

    ada: Client
    ben: Client
    cleo: Client


@asynccontextmanager
async def people_at(database: str) -> AsyncIterator[People]:
    async with serve_database(database) as url:
        people = People(*[await account_at(url, name) for name in ("Ada", "Ben", "Cleo")])
        await act(people.ada, people.ben, "befriend")
        await act(people.ben, people.ada, "befriend")
        yield people


async def invite(host: Client, table: TableOpened, guest: Client) -> None:
    body = {"person": guest.person.id}
    await call(host, "POST", f"/api/tables/{table.id}/invitations", body)


async def accept(guest: Client, table: TableOpened) -> TableOpened:
    path = f"/api/invitations/{table.id}/accept"
    opened: TableOpened = await call(guest, "POST", path, {}, TableOpened)
    return opened


async def decline(guest: Client, table: TableOpened) -> None:
    await call(guest, "POST", f"/api/invitations/{table.id}/decline", {})


async def open_to_everyone(client: Client) -> None:
    body = msgspec.structs.asdict(ContactSettings("everyone"))
    await call(client, "POST", "/api/contacts/settings", body)


def test_an_invitation_arrives_at_once_and_leads_to_a_seat(database: str) -> None:
    async def work() -> None:
        async with people_at(database) as (ada, ben, _), news_of(ben) as news:
            assert await next_news(news) == News()
            opened = await ada.create_table(TABLE)
            await invite(ada, opened, ben)
            (invitation,) = (await next_news(news)).invitations
            assert (invitation.table, invitation.game) == (opened.id, "coloryam")
            assert invitation.by == ada.person
            assert await accept(ben, opened) == opened
            assert (await next_news(news)).invitations == ()
            async with ben.join(opened.id, opened.invite) as table:
                assert table.seat == 1
            # It does not work a second time.
            assert await refusal_of(accept(ben, opened)) == "NoInvitation"

    run(work())


def test_a_declined_invitation_is_gone_and_its_host_learns_nothing(database: str) -> None:
    async def work() -> None:
        async with people_at(database) as (ada, ben, _), news_of(ben) as news:
            await next_news(news)
            opened = await ada.create_table(TABLE)
            await invite(ada, opened, ben)
            await next_news(news)
            await decline(ben, opened)
            assert (await next_news(news)).invitations == ()
            await invite(ada, opened, ben)
            await act(ada, ben, "unfriend")
            assert await refusal_of(accept(ben, opened)) == "NoInvitation"

    run(work())


def test_an_invitation_ends_when_the_game_begins(database: str) -> None:
    async def work() -> None:
        async with people_at(database) as (ada, ben, cleo), news_of(ben) as news:
            await next_news(news)
            opened = await ada.create_table(TABLE)
            await invite(ada, opened, ben)
            await next_news(news)
            async with (
                ada.join(opened.id) as first,
                cleo.join(opened.id, opened.invite) as second,
            ):
                await second.sit(None)
                await first.ready()
                await second.ready()
                assert (await next_news(news)).invitations == ()
            assert await refusal_of(accept(ben, opened)) == "WrongPhase"
            assert await refusal_of(invite(ada, opened, ben)) == "WrongPhase"

    run(work())


def test_only_the_host_invites_and_only_those_who_want_it(database: str) -> None:
    async def work() -> None:
        async with people_at(database) as (ada, ben, cleo):
            opened = await ada.create_table(TABLE)
            guest = await Client.guest(ada.url, "Gus")
            guests_table = await guest.create_table(TABLE)
            assert await refusal_of(invite(ben, opened, ada)) == "HostOnly"
            assert await refusal_of(invite(ada, TableOpened("nope", ""), ben)) == "NoSuchTable"  # type: ignore[arg-type]
            assert await refusal_of(invite(ada, opened, ada)) == "NotAllowed"
            assert await refusal_of(invite(ada, opened, guest)) == "NotAllowed"
            assert await refusal_of(invite(guest, guests_table, ada)) == "NoAccount"
            # By default only friends may.
            assert await refusal_of(invite(ada, opened, cleo)) == "NotAllowed"
            await open_to_everyone(cleo)
            await invite(ada, opened, cleo)
            await act(ada, ben, "block")
            assert await refusal_of(invite(ada, opened, ben)) == "NotAllowed"
            assert await refusal_of(accept(guest, opened)) == "NoInvitation"

    run(work())


def test_an_invitation_of_a_blocked_person_looks_sent_and_never_arrives(database: str) -> None:
    async def work() -> None:
        async with people_at(database) as (ada, ben, cleo), news_of(ben) as news:
            await next_news(news)
            await open_to_everyone(ben)
            opened = await cleo.create_table(TABLE)
            await act(ben, cleo, "block")
            await invite(cleo, opened, ben)
            other = await ada.create_table(TABLE)
            await invite(ada, other, ben)
            arrived = (await next_news(news)).invitations
            assert [each.by for each in arrived] == [ada.person]
            # A block also hides what has arrived before.
            await act(ben, ada, "block")
            assert (await next_news(news)).invitations == ()
            assert await refusal_of(accept(ben, other)) == "NoInvitation"

    run(work())


@pytest.mark.parametrize("limit", ["MAX_INVITATIONS_A_DAY", "MAX_INVITATIONS_OF_PAIR_A_DAY"])
def test_invitations_are_limited(
    limit: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_invitations, limit, 1)

    async def work() -> None:
        async with people_at(database) as (ada, ben, cleo):
            await open_to_everyone(cleo)
            first, second = await ada.create_table(TABLE), await ada.create_table(TABLE)
            await invite(ada, first, ben)
            await decline(ben, first)
            assert await refusal_of(invite(ada, second, ben)) == "NotAllowed"
            if limit == "MAX_INVITATIONS_OF_PAIR_A_DAY":
                await invite(ada, first, cleo)
            else:
                assert await refusal_of(invite(ada, first, cleo)) == "NotAllowed"

    run(work())


def test_a_blocked_person_gets_no_seat_at_the_hosts_table(database: str) -> None:
    """The refusal comes after every other reason, so a full table looks the same to everybody."""

    async def work() -> None:
        async with people_at(database) as (ada, ben, cleo):
            await act(ada, ben, "block")
            opened = await ada.create_table(NewTable("coloryam", seats=2, open=True))
            assert await refusal_of(call(ben, "POST", f"/api/tables/{opened.id}/join", {})) == (
                "NotAllowed"
            )
            async with ben.join(opened.id, opened.invite) as table:
                for seat in (None, 1):
                    with pytest.raises(Refusal, match="can’t take a seat at this table"):
                        await table.sit(seat)
                assert table.seat is None
                await table.until(lambda: table.table.watching == 1)
            async with cleo.join(opened.id) as other:
                await other.sit(None)
            for person in (ben, await Client.guest(ada.url, "Gus")):
                joining = call(person, "POST", f"/api/tables/{opened.id}/join", {})
                assert await refusal_of(joining) == "SeatTaken"

    run(work())


def test_a_bot_account_of_a_blocked_person_gets_no_seat_either(database: str) -> None:
    async def work() -> None:
        async with people_at(database) as (ada, ben, _):
            await act(ada, ben, "block")
            created = await ben.create_bot_account("Deep")
            bot = await Client.with_token(ada.url, created.token)
            opened = await ada.create_table(
                NewTable("coloryam", seats=2, open=True, rated=False, programs=True)
            )
            joining = call(bot, "POST", f"/api/tables/{opened.id}/join", {})
            assert await refusal_of(joining) == "NotAllowed"

    run(work())


@pytest.mark.parametrize("blocker", ["waiting", "coming"])
def test_play_now_never_puts_two_people_together_of_whom_one_has_blocked_the_other(
    blocker: str, database: str
) -> None:
    async def work() -> None:
        async with people_at(database) as (ada, ben, cleo):
            await (act(ada, ben, "block") if blocker == "waiting" else act(ben, ada, "block"))
            waiting = await ada.play_now(PlayNow("coloryam", wait=600))
            async with ada.join(waiting.id, waiting.invite):
                assert (await ben.play_now(PlayNow("coloryam", wait=600))).id != waiting.id
                assert (await cleo.play_now(PlayNow("coloryam", wait=600))).id == waiting.id

    run(work())


def test_an_open_page_makes_a_person_online_at_their_public_table(database: str) -> None:
    async def work() -> None:
        async with people_at(database) as (ada, ben, _):

            async def see_ben() -> tuple[bool, str | None]:
                contacts: Contacts = await call(ada, "GET", "/api/contacts", None, Contacts)
                (contact,) = contacts.people
                return contact.online, None if contact.table is None else contact.table.id

            assert await see_ben() == (False, None)
            async with news_of(ben):
                while (await see_ben())[0] is False:
                    await asyncio.sleep(0.01)
                await ben.create_table(TABLE)
                assert await see_ben() == (True, None)
                public = await ben.create_table(NewTable("coloryam", seats=2, open=True))
                assert await see_ben() == (True, public.id)
            while await see_ben() != (False, None):
                await asyncio.sleep(0.01)

    run(work())


def test_friend_requests_arrive_at_once(database: str) -> None:
    async def work() -> None:
        async with people_at(database) as (ada, _, cleo), news_of(ada) as news:
            assert (await next_news(news)).requests == 0
            await act(cleo, ada, "befriend")
            assert (await next_news(news)).requests == 1
            await act(cleo, ada, "unfriend")
            assert (await next_news(news)).requests == 0

    run(work())
