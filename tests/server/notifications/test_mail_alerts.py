"""Alerts by e-mail: a real server sends them through a real SMTP server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
from sqlalchemy import insert, select, update

from quincunx.client import Client, Refusal
from quincunx.core.messages import Message
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.cluster.presence import Presence
from quincunx.server.common.limits import ALERT_MAILS_PER_PERSON
from quincunx.server.common.times import wall_clock
from quincunx.server.http.app import create_app
from quincunx.server.mail import sender
from quincunx.server.mail.sender import MailSender
from quincunx.server.notifications import mail_alerts
from quincunx.server.notifications.alerts import Alert, MailSubject
from quincunx.server.notifications.mail_alerts import MailAlerts
from quincunx.server.notifications.mail_choices import MailChoices
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import ChooseMailAlerts, MailAlertKind, NewTable, Person, StopMailAlerts, TableId
from tests.helpers.http_calls import call
from tests.helpers.in_process_server import serve_app
from tests.helpers.push_service import running_push_service
from tests.helpers.smtp_server import PUBLIC_ADDRESS, ReceivingServer, smtp_server, text_of
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.notifications.correspondence import BY_CORRESPONDENCE, play_turn, start_game
from tests.server.notifications.push_server import ALLOWED, two_players

ALL: tuple[MailAlertKind, ...] = ("turn", "joined", "proposal", "ended", "invited")


@pytest.fixture(autouse=True)
def quick_and_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send alerts at once, and every mail before the sender closes."""
    monkeypatch.setattr(mail_alerts, "DELAY_S", 0.0)
    monkeypatch.setattr(mail_alerts, "CHECK_INTERVAL_S", 0.05)
    monkeypatch.setattr(sender, "CLOSE_TIMEOUT_S", MAX_WAIT_S)


@pytest.fixture
def receiving() -> Iterator[ReceivingServer]:
    with smtp_server() as running:
        yield running


async def arrived(receiving: ReceivingServer, number: int) -> Any:
    return await asyncio.to_thread(receiving.wait_for, number)


async def give_address(store: Store, person: Person, language: str = "en") -> None:
    """Store a confirmed address, as if the person had opened the link."""
    values = {
        "person": person.id,
        "address": f"{person.name.lower()}@home.example",
        "language": language,
        "confirmed": wall_clock(),
    }
    await store.write(
        lambda connection: connection.execute(insert(schema.mail_addresses).values(values))
    )


async def wants(client: Client, database: str, *kinds: MailAlertKind, language: str = "en") -> None:
    async with open_store(database) as store:
        await give_address(store, client.person, language)
    await call(client, "POST", "/api/mail-alerts", ChooseMailAlerts(kinds or ALL))


@asynccontextmanager
async def server_with_mail(database: str, receiving: ReceivingServer) -> AsyncIterator[str]:
    app = create_app(database, mail_server=receiving.mail_server(), push_options=ALLOWED)
    async with serve_app(app) as url:
        yield url


def links_in(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(f"{PUBLIC_ADDRESS}/")]


def test_a_player_is_told_of_their_turn_by_mail_once_until_they_have_moved(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with server_with_mail(database, receiving) as url:
            players = await two_players(url)
            for client in players:
                await wants(client, database, "turn", language="de")
            table, _ = await start_game(*players)
            for number in (1, 2):
                awaited = await play_turn(players, table)
                mail = await arrived(receiving, number)
                assert mail["To"] == f"{awaited.person.name.lower()}@home.example"
            awaited = await play_turn(players, table)
            mail = await arrived(receiving, 3)
            assert mail["To"] == f"{awaited.person.name.lower()}@home.example"
            assert mail["Subject"] == "Du bist in ColorYam dran."
            assert mail["Content-Language"] == "de"
            assert mail["Auto-Submitted"] == "auto-generated"
            game, stop = links_in(text_of(mail))
            assert game == f"{PUBLIC_ADDRESS}/table/{table}"
            assert stop.startswith(f"{PUBLIC_ADDRESS}/email/stop#")
            assert mail["List-Unsubscribe"].strip() == f"<{stop}>"
            names = {"Ada", "Ben"} - {awaited.person.name}
            assert not any(name in text_of(mail) for name in names)
        assert len(receiving.messages) == 3

    run(work())


def test_no_mail_is_sent_of_what_a_browser_is_told_of(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with running_push_service() as service, server_with_mail(database, receiving) as url:
            ada, ben = await two_players(url)
            await wants(ada, database)
            browser = service.browser()
            await browser.subscribe(ada, "joined")
            opened = await ada.create_table(BY_CORRESPONDENCE)
            async with ben.join(opened.id, opened.invite) as his:
                await his.sit(1)
            await browser.until(1)
            await call(ada, "POST", "/api/push/unsubscribe", {"endpoint": browser.endpoint})
            other = await ada.create_table(BY_CORRESPONDENCE)
            async with ben.join(other.id, other.invite) as his:
                await his.sit(1)
            mail = await arrived(receiving, 1)
            assert links_in(text_of(mail))[0] == f"{PUBLIC_ADDRESS}/table/{other.id}"
            assert await waiting(database) == [(ada.person.id, other.id, "joined")]

    run(work())


def test_a_game_for_which_the_players_are_together_sends_no_mail(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with server_with_mail(database, receiving) as url:
            ada, ben = await two_players(url)
            await wants(ada, database)
            quick = NewTable("coloryam", seats=2, pace=60, rated=False)
            opened = [await ada.create_table(table) for table in (quick, BY_CORRESPONDENCE)]
            for table in opened:
                async with ben.join(table.id, table.invite) as his:
                    await his.sit(1)
            mail = await arrived(receiving, 1)
            assert links_in(text_of(mail))[0].endswith(opened[1].id)
        assert len(receiving.messages) == 1

    run(work())


async def waiting(database: str) -> list[tuple[str, str, str]]:
    """Return the stored alerts."""
    columns = schema.mail_alerts.c
    async with open_store(database) as store:
        rows = await store.fetch_all(select(columns.person, columns.tag, columns.kind))
        return sorted((row["person"], row["tag"], row["kind"]) for row in rows)


def test_the_link_in_a_mail_stops_the_mails(database: str, receiving: ReceivingServer) -> None:
    async def work() -> None:
        async with server_with_mail(database, receiving) as url:
            ada, ben = await two_players(url)
            with pytest.raises(Refusal) as caught:
                await call(ada, "POST", "/api/mail-alerts", ChooseMailAlerts(ALL))
            assert caught.value.refused.error == "NoMail"
            await wants(ada, database)
            opened = await ada.create_table(BY_CORRESPONDENCE)
            async with ben.join(opened.id, opened.invite) as his:
                await his.sit(1)
            stop = links_in(text_of(await arrived(receiving, 1)))[1]
            stranger = await Client.guest(url, "Cleo")
            for _ in range(2):
                token = stop.partition("#")[2]
                await call(stranger, "POST", "/api/mail-alerts/stop", StopMailAlerts(token))
            async with open_store(database) as store:
                assert await MailChoices(store).readers({ada.person.id}) == {}
            for bad in ("", "unknown", "\0", "x" * 60_000):
                with pytest.raises(Refusal) as caught:
                    await call(stranger, "POST", "/api/mail-alerts/stop", StopMailAlerts(bad))
                assert caught.value.refused.error == "BadMailLink"

    run(work())


class Sending(NamedTuple):
    """What sends alerts on a store of its own, without a server around it."""

    store: Store
    presence: Presence
    alerts: MailAlerts


@asynccontextmanager
async def sending(database: str, receiving: ReceivingServer) -> AsyncIterator[Sending]:
    """Send alerts only when a test asks for it."""
    async with (
        open_store(database) as store,
        ServerClock.running(store) as clock,
        Presence(store, clock) as presence,
        MailSender(receiving.mail_server()) as mail,
    ):
        yield Sending(store, presence, MailAlerts(store, mail, presence))


async def reader(store: Store) -> Person:
    """Return a person who wants every alert by e-mail."""
    (ada,) = await new_guests(store, "Ada")
    await give_address(store, ada)
    await MailChoices(store).choose(ada, ALL)
    return ada


def alert(person: Person, tag: str, kind: MailAlertKind = "joined") -> Alert:
    words = Message("server.alert.turn")
    subject = MailSubject(kind, "pivit", 3)
    return Alert(person.id, kind, "id", tag, words, words, f"/table/{tag}", mail=subject)


def test_one_mail_tells_of_all_games_and_no_second_one_of_the_same(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with sending(database, receiving) as (store, _, alerts):
            ada = await reader(store)
            await alerts.add([alert(ada, "one"), alert(ada, "two"), alert(ada, "one")])
            await alerts.send_due()
            await alerts.add([alert(ada, "one")])
            await alerts.send_due()
            await alerts.add([alert(ada, "three")])
            await alerts.send_due()
            assert len(links_in(text_of(await arrived(receiving, 1)))) == 3
            assert receiving.messages[0]["Subject"] == "News from your games at The Games Club"
            assert receiving.messages[0]["To"] == "ada@home.example"
            assert links_in(text_of(await arrived(receiving, 2)))[0].endswith("/table/three")

    run(work())
    assert len(receiving.messages) == 2


def test_two_processes_send_an_alert_once(database: str, receiving: ReceivingServer) -> None:
    async def work() -> None:
        async with sending(database, receiving) as first, sending(database, receiving) as second:
            ada = await reader(first.store)
            await first.alerts.add([alert(ada, str(number)) for number in range(5)])
            await asyncio.gather(first.alerts.send_due(), second.alerts.send_due())

    run(work())
    links = [link for mail in receiving.messages for link in links_in(text_of(mail))]
    assert len([link for link in links if "/table/" in link]) == 5


def test_a_person_who_has_come_back_in_time_gets_no_mail(
    database: str, receiving: ReceivingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with sending(database, receiving) as (store, presence, alerts):
            ada = await reader(store)
            monkeypatch.setattr(mail_alerts, "DELAY_S", 3600.0)
            await alerts.add([alert(ada, "waits")])
            await alerts.send_due()
            monkeypatch.setattr(mail_alerts, "DELAY_S", 0.0)
            presence.add(TableId("waits"), ada.id)
            await alerts.send_due()
            # Another tab that nobody looks at does not count.
            presence.add(TableId("hidden"), ada.id, hidden=True)
            await alerts.add([alert(ada, "hidden")])
            await alerts.send_due()
            assert links_in(text_of(await arrived(receiving, 1)))[0].endswith("/table/hidden")

    run(work())
    assert len(receiving.messages) == 1


def test_a_banned_person_and_one_who_wants_no_more_get_no_mail(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with sending(database, receiving) as (store, _, alerts):
            ada = await reader(store)
            await alerts.add([alert(ada, "one")])
            await MailChoices(store).choose(ada, ("turn",))
            await alerts.send_due()
            await MailChoices(store).choose(ada, ALL)
            await alerts.add([alert(ada, "two")])
            people = schema.people
            await store.write(
                lambda connection: connection.execute(
                    update(people).where(people.c.id == ada.id).values(banned=1)
                )
            )
            await alerts.send_due()
            await alerts.add([alert(ada, "three")])
        assert [tag for _, tag, _ in await waiting(database)] == ["one", "two"]

    run(work())
    assert receiving.messages == []


def test_mails_to_one_person_are_limited(database: str, receiving: ReceivingServer) -> None:
    async def work() -> None:
        async with sending(database, receiving) as (store, _, alerts):
            ada = await reader(store)
            for number in range(ALERT_MAILS_PER_PERSON.burst + 3):
                await alerts.add([alert(ada, str(number))])
                await alerts.send_due()

    run(work())
    assert len(receiving.messages) == ALERT_MAILS_PER_PERSON.burst


def test_an_invitation_that_is_gone_sends_no_mail(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with sending(database, receiving) as (store, _, alerts):
            ada = await reader(store)
            (ben,) = await new_guests(store, "Ben")
            await alerts.add([alert(ada, "gone", "invited")])
            await alerts.send_due()
            asks = {"person": ben.id, "other": ada.id, "kind": "request", "created": wall_clock()}
            await store.write(
                lambda connection: connection.execute(insert(schema.relations).values(asks))
            )
            await alerts.add([alert(ada, "open", "invited")])
            await alerts.send_due()
            assert "friend request" in (await arrived(receiving, 1))["Subject"]

    run(work())
    assert len(receiving.messages) == 1
