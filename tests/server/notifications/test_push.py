"""Alerts end to end: a real server sends encrypted messages to a push service of our own."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client import REGISTRY
from sqlalchemy import select, update

from quincunx.client import Client, Refusal
from quincunx.core.messages import Message
from quincunx.server.common.limits import ALERTS_PER_PERSON
from quincunx.server.http.app import create_app
from quincunx.server.notifications import push_sender
from quincunx.server.notifications.alerts import Alert
from quincunx.server.notifications.notifier import (
    MAX_QUEUED,
    MAX_SENDING_PER_PERSON,
    Notifier,
)
from quincunx.server.notifications.push_key import load_push_key
from quincunx.server.notifications.subscriptions import MAX_PER_PERSON, Subscription
from quincunx.server.storage import schema
from quincunx.wire import (
    PageHidden,
    PersonId,
    PushAddress,
    RenewPush,
    SubscribePush,
    TableOpened,
    UnsubscribePush,
)
from tests.helpers.http_calls import call
from tests.helpers.in_process_server import serve_app, serve_database
from tests.helpers.push_service import Browser, PushService, running_push_service, server_key
from tests.helpers.stores import open_store, sqlite_url
from tests.helpers.waiting import run
from tests.server.notifications.correspondence import (
    DAY_S,
    play_turn,
    start_game,
)
from tests.server.notifications.push_server import (
    OPEN_SEATS,
    everything_is_sent,
    server_and_service,
    two_players,
)


async def join_once(client: Client, opened: TableOpened, seat: int = 1) -> None:
    """Take a seat, and close the page."""
    async with client.join(opened.id, opened.invite) as table:
        await table.sit(seat)


def test_a_player_is_told_of_their_turn_by_a_signed_and_encrypted_message(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            players = await two_players(url)
            table, _ = await start_game(*players)
            browsers = {client.person.id: service.browser(client.person.name) for client in players}
            for client in players:
                await browsers[client.person.id].subscribe(client, language="de")
            other = await play_turn(players, table)
            browser = browsers[other.person.id]
            (message,) = await browser.until(1)
            assert (message.kind, message.tag, message.path) == ("turn", table, f"/table/{table}")
            assert (message.title, message.text) == ("Du bist dran", "ColorYam")
            (delivery,) = browser.deliveries
            assert delivery.is_signed_with(await server_key(other))
            assert delivery.headers["TTL"] == str(DAY_S)
            assert delivery.headers["Urgency"] == "normal"
            assert len(delivery.headers["Topic"]) <= 32
            assert b"ColorYam" not in delivery.body
            # The player who moved knows of it.
            assert [len(each.deliveries) for each in browsers.values()].count(0) == 1

    run(work())


def test_a_browser_gets_only_the_kinds_that_its_person_wants(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, ben = await two_players(url)
            opened = await ada.create_table(OPEN_SEATS)
            phone, tablet = service.browser("phone"), service.browser("tablet")
            await phone.subscribe(ada, "turn")
            await tablet.subscribe(ada, "joined")
            await join_once(ben, opened)
            (message,) = await tablet.until(1)
            await everything_is_sent(url, service)
            assert message.title == "\u2068Ben\u2069 has joined your table"
            assert phone.deliveries == []

    run(work())


def test_a_hidden_page_does_not_keep_messages_away(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, ben = await two_players(url)
            opened = await ada.create_table(OPEN_SEATS)
            browser = service.browser()
            await browser.subscribe(ada)
            async with ada.join(opened.id) as hers, ben.join(opened.id, opened.invite) as his:
                await his.sit(1)
                await hers.send(PageHidden(True))
                await hers.say("I am back soon.")
                await his.sit(2)
                await his.leave()
                await his.sit(1)
                (message,) = await browser.until(1)
                assert message.kind == "joined"
                await hers.send(PageHidden(False))
                await hers.say("I am back.")
                await his.leave()
                await his.sit(2)
                await everything_is_sent(url, service)
                assert len(browser.deliveries) == 1

    run(work())


def test_logging_out_ends_the_messages_to_that_browser(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, ben = await two_players(url)
            opened = await ada.create_table(OPEN_SEATS)
            browser = service.browser()
            await browser.subscribe(ada)
            await call(ada, "POST", "/api/logout", {})
            async with open_store(database) as store:
                assert await store.fetch_all(select(schema.push_subscriptions)) == []
            await join_once(ben, opened)
            await everything_is_sent(url, service)
            assert browser.deliveries == []

    run(work())


def test_another_person_in_the_same_browser_takes_it_over(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, ben = await two_players(url)
            browser = service.browser()
            await browser.subscribe(ada)
            await browser.subscribe(ben)
            assert await owners(database) == [ben.person.id]

    run(work())


def test_a_person_who_only_knows_the_endpoint_cannot_take_it_over(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, eve = await two_players(url)
            hers = service.browser()
            await hers.subscribe(ada)
            forged = PushAddress(hers.endpoint, service.browser("other").address.keys)
            await call(eve, "POST", "/api/push", SubscribePush(forged, "en", ("turn",)))
            await call(eve, "POST", "/api/push/unsubscribe", UnsubscribePush(hers.endpoint))
            renewed = RenewPush(hers.endpoint, service.browser("eve").address)
            await call(eve, "POST", "/api/push/renew", renewed)
            assert await owners(database) == [ada.person.id]

    run(work())


async def owners(database: str) -> list[str]:
    async with open_store(database) as store:
        rows = await store.fetch_all(select(schema.push_subscriptions.c.person))
        return [row["person"] for row in rows]


async def endpoints(database: str) -> set[str]:
    async with open_store(database) as store:
        rows = await store.fetch_all(select(schema.push_subscriptions.c.endpoint))
        return {row["endpoint"] for row in rows}


def test_a_person_has_a_few_browsers_and_the_oldest_is_forgotten(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, _ = await two_players(url)
            browsers = [service.browser(str(number)) for number in range(MAX_PER_PERSON + 1)]
            for browser in browsers:
                await browser.subscribe(ada)
                await asyncio.sleep(0.002)
            assert await endpoints(database) == {browser.endpoint for browser in browsers[1:]}

    run(work())


def test_a_renewed_subscription_keeps_its_kinds_and_language(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, _ = await two_players(url)
            old, new = service.browser("old"), service.browser("new")
            await old.subscribe(ada, "joined", language="fr")
            await call(ada, "POST", "/api/push/renew", RenewPush(old.endpoint, new.address))
            async with open_store(database) as store:
                (row,) = await store.fetch_all(select(schema.push_subscriptions))
                assert (row["endpoint"], row["language"]) == (new.endpoint, "fr")
                assert json.loads(row["kinds"]) == ["joined"]

    run(work())


async def one_alert(
    url: str, service: PushService, answers: list[tuple[int, dict[str, str]]]
) -> Browser:
    """Send one message to a browser of Ada's, with these answers of the push service."""
    ada, ben = await two_players(url)
    opened = await ada.create_table(OPEN_SEATS)
    browser = service.browser()
    await browser.subscribe(ada)
    service.answers = answers
    await join_once(ben, opened)
    await browser.until(1)
    return browser


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_has_unsubscribed_is_deleted(database: str, status: int) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            await one_alert(url, service, answers=[(status, {})])
            while await owners(database):
                await asyncio.sleep(0.02)

    run(work())


def test_a_failing_push_service_is_asked_again_a_few_times(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_sender, "RETRY_AFTER_S", 0.01)

    async def work() -> None:
        async with server_and_service(database) as (url, service):
            answers = [(500, {}), (429, {"Retry-After": "0"}), (503, {})]
            browser = await one_alert(url, service, answers=answers)
            await browser.until(push_sender.ATTEMPTS)
            await everything_is_sent(url, service)
            assert len(browser.deliveries) == push_sender.ATTEMPTS
            assert browser.endpoint in await endpoints(database)

    run(work())


def test_a_redirect_is_not_followed(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            answers = [(307, {"Location": f"{service.url}/push/elsewhere"})]
            await one_alert(url, service, answers=answers)
            await everything_is_sent(url, service)
            assert "elsewhere" not in {found.browser for found in service.deliveries}

    run(work())


def test_a_private_address_is_refused_unless_the_operator_allows_it(database: str) -> None:
    async def work() -> None:
        async with running_push_service() as service, serve_database(database) as url:
            ada, _ = await two_players(url)
            for endpoint in (service.url, "https://10.0.0.1/push", "https://localhost/push"):
                address = PushAddress(endpoint, service.browser().address.keys)
                with pytest.raises(Refusal) as caught:
                    await call(ada, "POST", "/api/push", SubscribePush(address, "en", ("turn",)))
                assert caught.value.refused.error == "BadPushEndpoint"
            assert await owners(database) == []

    run(work())


def test_a_name_that_stands_for_a_private_address_is_not_connected_to(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attacker's name server answers with a private address once the name was accepted."""

    async def work() -> None:
        looked_up = threading.Event()
        look_up = socket.getaddrinfo
        listening = socket.create_server(("127.0.0.1", 0))
        listening.settimeout(0.2)
        port = listening.getsockname()[1]

        def rebound(host: str, *more: Any, **options: Any) -> Any:
            if host != "push.example":
                return look_up(host, *more, **options)
            looked_up.set()
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

        monkeypatch.setattr(socket, "getaddrinfo", rebound)
        async with running_push_service() as service:
            app = create_app(database)
            async with serve_app(app) as url:
                ada, ben = await two_players(url)
                address = PushAddress("https://push.example/x", service.browser().address.keys)
                await call(ada, "POST", "/api/push", SubscribePush(address, "en", ("joined",)))
                monkeypatch.setattr(push_sender, "ATTEMPTS", 1)
                opened = await ada.create_table(OPEN_SEATS)
                async with ben.join(opened.id, opened.invite) as his:
                    await his.sit(1)
                    while not looked_up.is_set():
                        await asyncio.sleep(0.02)
                    while app.state.notifier._sending:
                        await asyncio.sleep(0.02)
        with pytest.raises(TimeoutError):
            listening.accept()
        listening.close()

    run(work())


def test_an_attacker_who_joins_and_leaves_cannot_flood_the_host(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, eve = await two_players(url)
            opened = await ada.create_table(OPEN_SEATS)
            browser = service.browser()
            await browser.subscribe(ada)
            async with eve.join(opened.id, opened.invite) as hers:
                for _ in range(15):
                    await hers.sit(1)
                    await hers.leave()
            cleo = await Client.guest(url, "Cleo")
            async with cleo.join(opened.id, opened.invite) as hers:
                await hers.sit(2)
                await service.until(
                    lambda: any("Cleo" in message.title for message in browser.messages)
                )
            assert len(browser.deliveries) <= 7

    run(work())


def test_a_banned_person_is_sent_nothing(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, ben = await two_players(url)
            opened = await ada.create_table(OPEN_SEATS)
            browser = service.browser()
            await browser.subscribe(ada)
            async with open_store(database) as store:
                people = schema.people
                await store.write(
                    lambda connection: connection.execute(
                        update(people).where(people.c.id == ada.person.id).values(banned=1)
                    )
                )
            await join_once(ben, opened)
            await everything_is_sent(url, service)
            assert browser.deliveries == []

    run(work())


def test_an_overlong_or_malformed_subscription_is_refused(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, _ = await two_players(url)
            good = service.browser().address
            keys = {"p256dh": good.keys.p256dh, "auth": good.keys.auth}
            for broken in (
                {"endpoint": good.endpoint + "x" * 1024, "keys": keys},
                {"endpoint": good.endpoint, "keys": {**keys, "auth": "short"}},
                {"endpoint": good.endpoint, "keys": {**keys, "p256dh": "A" * 5000}},
                {"endpoint": "", "keys": keys},
            ):
                body = {"address": broken, "language": "en", "kinds": ["turn"]}
                with pytest.raises(Refusal):
                    await call(ada, "POST", "/api/push", body)
            assert await owners(database) == []

    run(work())


def test_keys_that_are_no_point_of_the_curve_end_the_subscription(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, ben = await two_players(url)
            opened = await ada.create_table(OPEN_SEATS)
            good = service.browser().address
            body = {
                "address": {
                    "endpoint": good.endpoint,
                    "keys": {"p256dh": "B" + "A" * 86, "auth": good.keys.auth},
                },
                "language": "en",
                "kinds": ["joined"],
            }
            await call(ada, "POST", "/api/push", body)
            await join_once(ben, opened)
            while await owners(database):
                await asyncio.sleep(0.02)
            assert service.deliveries == []

    run(work())


def test_subscribing_is_limited_and_needs_a_person(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            async with httpx.AsyncClient(base_url=url) as stranger:
                assert (await stranger.get("/api/push")).status_code == 401
            ada, _ = await two_players(url)
            for _ in range(20):
                await service.browser().subscribe(ada)
            with pytest.raises(Refusal) as caught:
                await service.browser().subscribe(ada)
            assert caught.value.refused.error == "TooMany"

    run(work())


def test_all_processes_share_the_key_and_it_stays_the_same(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            keys = await asyncio.gather(*(load_push_key(store) for _ in range(5)))
            assert len(set(keys)) == 1
        async with server_and_service(database) as (url, _):
            ada, _ben = await two_players(url)
            first = await server_key(ada)
        async with server_and_service(database) as (url, _):
            assert await server_key(await Client.guest(url, "Cleo")) == first

    run(work())


def test_more_alerts_than_can_be_sent_are_dropped(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            waiting = Notifier(store)
            before = dropped()
            for number in range(MAX_QUEUED + 5):
                waiting.add(alert_for(PersonId(str(number))))
            assert dropped() == before + 5
            one_person = Notifier(store)
            for _ in range(ALERTS_PER_PERSON.burst + 7):
                one_person.add(alert_for(PersonId("ada")))
            assert dropped() == before + 12

    run(work())


def test_a_person_whose_browsers_never_answer_does_not_delay_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def work() -> None:
        answered = asyncio.Event()
        reached: list[PersonId] = []

        async def send(self: Any, subscription: Subscription, *_: object) -> str:
            if subscription.person == "eve":
                await answered.wait()
            reached.append(subscription.person)
            return "sent"

        monkeypatch.setattr(push_sender.PushSender, "send", send)
        async with open_store(sqlite_url(tmp_path)) as store:
            notifier, before = Notifier(store), dropped()
            for number in range(MAX_SENDING_PER_PERSON + 3):
                notifier._start(alert_for(PersonId("eve")), browser_of("eve", number))
            assert dropped() == before + 3
            notifier._start(alert_for(PersonId("ada")), browser_of("ada", 0))
            while "ada" not in reached:
                await asyncio.sleep(0)
            assert reached == ["ada"]
            answered.set()
            while notifier._sending:
                await asyncio.sleep(0)
            # Those that have been sent no longer count.
            notifier._start(alert_for(PersonId("eve")), browser_of("eve", 0))
            assert dropped() == before + 3
            await asyncio.gather(*notifier._sending)
            assert not notifier._sending_to

    run(work())


def browser_of(person: str, number: int) -> Subscription:
    endpoint = f"https://push.example.org/{number}"
    return Subscription(PersonId(person), endpoint, "", "", "en", ("turn",))


def dropped() -> float:
    return REGISTRY.get_sample_value("quincunx_alerts_total", {"outcome": "dropped"}) or 0


def alert_for(person: PersonId) -> Alert:
    words = Message("server.alert.turn")
    return Alert(person, "turn", "id", "tag", words, words, "/")
