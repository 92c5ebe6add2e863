"""Friendship, following and blocking, in the store."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import insert, select, update

from quincunx.server.common import limits
from quincunx.server.common.errors import NotAllowed
from quincunx.server.people.accounts.accounts import NoAccount
from quincunx.server.people.accounts.bot_accounts import BotAccounts
from quincunx.server.people.export import export
from quincunx.server.people.moderation import Moderation
from quincunx.server.people.sessions import NoSuchPerson
from quincunx.server.relations import actions
from quincunx.server.relations.events import RelationEvent
from quincunx.server.relations.news import load_news
from quincunx.server.relations.people_search import MAX_FOUND, find_people
from quincunx.server.relations.rows import REQUEST_LIFETIME_D
from quincunx.server.storage import schema
from quincunx.server.storage.blocks import blocked_pairs
from quincunx.server.storage.store import Store
from quincunx.wire import Contact, ContactSettings, PersonId, Register, Relation
from tests.helpers.finished_games import store_finished_game
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run
from tests.server.people.quick_accounts import SECRET, accounts
from tests.server.relations.related_people import befriend, new_accounts, relations_in


def test_two_people_are_friends_when_both_have_agreed(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            (ada, ben), (relations, events, _) = (
                await new_accounts(store, "Ada", "Ben"),
                (relations_in(store)),
            )
            asked = await relations.change(ada, ben.id, "befriend")
            assert (asked.friend, asked.asked) == (False, True)
            assert (await relations.relation(ben, ada.id)).asks
            assert (await relations.contacts(ben)).requests == (ada,)
            assert (await relations.contacts(ada)).asked == (ben,)
            assert (await load_news(store, ben.id)).requests == 1
            assert (await relations.change(ben, ada.id, "befriend")).friend
            for one, other in ((ada, ben), (ben, ada)):
                contacts = await relations.contacts(one)
                assert contacts.people == (Contact(other, True, False, can_invite=True),)
                assert contacts.requests == contacts.asked == ()
            assert events == [
                RelationEvent("friend_request", ben.id, ada),
                RelationEvent("friend_accepted", ada.id, ben),
            ]
            ended = await relations.change(ada, ben.id, "unfriend")
            assert ended == await relations.relation(ben, ada.id) == Relation(can_befriend=True)

    run(work())


def test_a_declined_request_stays_open_for_its_sender_and_cannot_be_repeated(
    database: str,
) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_accounts(store, "Ada", "Ben")
            relations, events, _ = relations_in(store)
            before = await relations.change(ada, ben.id, "befriend")
            await relations.change(ben, ada.id, "unfriend")
            assert await relations.relation(ada, ben.id) == before
            assert (await relations.contacts(ada)).asked == (ben,)
            # Withdrawing it and asking again does not bring it back.
            await relations.change(ada, ben.id, "unfriend")
            assert (await relations.contacts(ada)).asked == ()
            await relations.change(ada, ben.id, "befriend")
            assert (await relations.contacts(ben)).requests == ()
            assert (await load_news(store, ben.id)).requests == 0
            assert len(events) == 1
            # After some weeks it has lapsed.
            await make_relations_older(store, REQUEST_LIFETIME_D)
            assert (await relations.contacts(ada)).asked == ()
            await relations.change(ada, ben.id, "befriend")
            assert (await relations.contacts(ben)).requests == (ada,)
            assert len(events) == 2

    run(work())


async def make_relations_older(store: Store, days: int) -> None:
    created = schema.relations.c.created
    older = update(schema.relations).values(created=created - days * 24 * 3600 * 1000)
    await store.write(lambda connection: connection.execute(older))


def test_a_request_that_was_withdrawn_and_repeated_is_announced_once(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_accounts(store, "Ada", "Ben")
            relations, events, _ = relations_in(store)
            for _ in range(3):
                await relations.change(ada, ben.id, "befriend")
                await relations.change(ada, ben.id, "unfriend")
            assert (await relations.contacts(ben)).requests == ()
            await relations.change(ada, ben.id, "befriend")
            assert (await relations.contacts(ben)).requests == (ada,)
            assert len(events) == 1

    run(work())


def test_a_block_ends_what_was_between_two_people_and_is_not_disclosed(database: str) -> None:
    """Ben does the same to Cleo, who has blocked him, and to Dora, who has not."""

    async def work() -> None:
        async with open_store(database) as store:
            ben, cleo, dora = await new_accounts(store, "Ben", "Cleo", "Dora")
            relations, events, online = relations_in(store)
            online |= {cleo.id, dora.id}
            hidden = ContactSettings(online="nobody")
            for other in (cleo, dora):
                await befriend(relations, ben, other)
                await relations.change(ben, other.id, "follow")
            await relations.change(cleo, ben.id, "block")
            await relations.change(dora, ben.id, "unfriend")
            # Hiding from everybody looks the same.
            await relations.change_settings(dora, hidden)
            events.clear()
            seen = {}
            for other in (cleo, dora):
                contacts = await relations.contacts(ben)
                seen[other.id] = [
                    await relations.relation(ben, other.id),
                    [
                        (each.friend, each.following, each.can_invite, each.online, each.table)
                        for each in contacts.people
                        if each.person == other
                    ],
                    await relations.change(ben, other.id, "befriend"),
                    other in (await relations.contacts(ben)).asked,
                    await relations.change(ben, other.id, "unfollow"),
                    await relations.change(ben, other.id, "follow"),
                ]
            assert seen[cleo.id] == seen[dora.id]
            assert str(cleo.id) in str(await export(store, ben))
            assert b"block" not in await export(store, ben)
            # Only Dora is asked.
            assert [event.person for event in events] == [dora.id]
            assert (await relations.contacts(cleo)).requests == ()
            assert (await load_news(store, cleo.id)).requests == 0
            assert (await relations.contacts(dora)).requests == (ben,)
            assert await relations.blocked(cleo) == (ben,)
            await relations.change(cleo, ben.id, "unblock")
            assert (await relations.contacts(cleo)).requests == ()
            assert await relations.blocked(cleo) == ()

    run(work())


def test_a_request_of_the_blocker_is_withdrawn(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_accounts(store, "Ada", "Ben")
            relations, _, _ = relations_in(store)
            await relations.change(ada, ben.id, "befriend")
            await relations.change(ada, ben.id, "block")
            assert (await relations.contacts(ben)).requests == ()
            assert not (await relations.change(ben, ada.id, "befriend")).friend
            for action in ("befriend", "follow"):
                with pytest.raises(NotAllowed):
                    await relations.change(ada, ben.id, action)

    run(work())


def test_guests_can_block_and_have_no_other_relations(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            (ada,), (gus, hal) = (
                await new_accounts(store, "Ada"),
                await new_guests(store, "Gus", "Hal"),
            )
            relations, _, _ = relations_in(store)
            assert (await relations.change(gus, hal.id, "block")).blocked
            assert (await relations.change(ada, gus.id, "block")).blocked
            for action in ("befriend", "follow"):
                with pytest.raises(NoAccount):
                    await relations.change(gus, ada.id, action)
                with pytest.raises(NotAllowed):
                    await relations.change(ada, hal.id, action)
            bot = (await BotAccounts(store).create(ada, "Deep")).account.person
            for other in (bot.id, gus.id):
                with pytest.raises(NotAllowed):
                    await relations.change(gus, other, "block")
            for missing in ("nobody", "a\0b", ""):
                with pytest.raises(NoSuchPerson):
                    await relations.change(gus, PersonId(missing), "block")

    run(work())


def test_pairing_is_told_of_blocks_in_either_direction(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, cleo = await new_guests(store, "Ada", "Ben", "Cleo")
            relations, _, _ = relations_in(store)
            await relations.change(ben, ada.id, "block")
            async with store.connect() as connection:
                both = await blocked_pairs(connection, [ada.id, ben.id, cleo.id])
                assert both == {frozenset((ada.id, ben.id))}
                assert await blocked_pairs(connection, {ada.id, cleo.id}) == frozenset()
                assert await blocked_pairs(connection, ()) == frozenset()

    run(work())


@pytest.mark.parametrize(
    ("action", "limit"),
    [
        ("befriend", "MAX_OPEN_FRIEND_REQUESTS"),
        ("follow", "MAX_FOLLOWED_PER_PERSON"),
        ("block", "MAX_BLOCKS_PER_PERSON"),
    ],
)
def test_relations_are_limited(
    action: str, limit: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert getattr(limits, limit) >= 50
    monkeypatch.setattr(actions, limit, 2)

    async def work() -> None:
        async with open_store(database) as store:
            ada, *others = await new_accounts(store, "Ada", "Ben", "Cleo", "Dora")
            relations, _, _ = relations_in(store)
            for other in others[:2]:
                # The same again does not count.
                for _ in range(2):
                    await relations.change(ada, other.id, action)  # type: ignore[arg-type]
            with pytest.raises(NotAllowed):
                await relations.change(ada, others[2].id, action)  # type: ignore[arg-type]

    run(work())


def test_neither_friend_can_have_more_than_the_maximum(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "MAX_FRIENDS_PER_PERSON", 1)

    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, cleo = await new_accounts(store, "Ada", "Ben", "Cleo")
            relations, _, _ = relations_in(store)
            await relations.change(cleo, ada.id, "befriend")
            await befriend(relations, ada, ben)
            with pytest.raises(NotAllowed):
                await relations.change(ada, cleo.id, "befriend")
            assert not (await relations.relation(cleo, ada.id)).friend

    run(work())


def test_who_is_online_and_where_is_shown_to_those_who_may_see_it(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, cleo = await new_accounts(store, "Ada", "Ben", "Cleo")
            relations, _, online = relations_in(store)
            await befriend(relations, ada, ben)
            await relations.change(cleo, ben.id, "follow")
            online.add(ben.id)

            async def see_ben() -> list[bool]:
                return [
                    (await relations.contacts(viewer)).people[0].online for viewer in (ada, cleo)
                ]

            assert await see_ben() == [True, True]
            for audience, expected in (
                ("friends", [True, False]),
                ("nobody", [False, False]),
                ("everyone", [True, True]),
            ):
                await relations.change_settings(ben, ContactSettings(online=audience))  # type: ignore[arg-type]
                assert await see_ben() == expected
            assert (await relations.contacts(ben)).settings == ContactSettings()

    run(work())


def test_people_are_found_by_their_exact_name_or_login_only(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, other = await new_accounts(store, "Ada", "Adam")
            await new_guests(store, "Ada")
            for text, found in (
                ("Ada", (ada,)),
                ("  Ada ", (ada,)),
                ("ADA-login", (ada,)),
                ("Adam", (other,)),
                ("ada", ()),
                ("Ad", ()),
                ("A%", ()),
                ("", ()),
                ("a\0b", ()),
                ("x" * 100, ()),
            ):
                assert await find_people(store, text) == found
            await Moderation(store).ban(ada.id)
            assert await find_people(store, "Ada") == ()

    run(work())


def test_others_with_the_same_name_do_not_hide_the_person_with_the_login(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            crowd = await new_guests(store, *("ben-login" for _ in range(MAX_FOUND)))
            for number, person in enumerate(crowd):
                await accounts(store).register(person, Register(f"crowd {number}", SECRET))
            (ben,) = await new_accounts(store, "Ben")
            found = await find_people(store, "ben-login")
            assert found[0] == ben
            assert len(found) == MAX_FOUND

    run(work())


def test_a_banned_person_asks_nobody(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_accounts(store, "Ada", "Ben")
            relations, _, _ = relations_in(store)
            await relations.change(ada, ben.id, "befriend")
            await Moderation(store).ban(ada.id)
            assert (await relations.contacts(ben)).requests == ()
            assert (await load_news(store, ben.id)).requests == 0

    run(work())


def test_relations_are_exported_and_deleted_with_a_person(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, cleo = await new_accounts(store, "Ada", "Ben", "Cleo")
            relations, _, _ = relations_in(store)
            await befriend(relations, ada, ben)
            await relations.change(ada, cleo.id, "block")
            await relations.change(cleo, ben.id, "befriend")
            await relations.change_settings(ada, ContactSettings("nobody", "friends"))
            table = await store_finished_game(
                store, "pivit", ada, ben, scores=(5, 2), winners=(0,), ended=9
            )
            sent = insert(schema.table_invitations).values(
                table=table, person=ben.id, by=ada.id, created=7
            )
            await store.write(lambda connection: connection.execute(sent))
            data = json.loads(await export(store, ada))
            assert {(line["other"], line["kind"]) for line in data["relations"]} == {
                (ben.id, "friend"),
                (cleo.id, "block"),
            }
            assert data["contact_settings"] == [{"invitations": "nobody", "online": "friends"}]
            assert data["invitations_sent"] == [{"table": table, "person": ben.id, "created": 7}]
            others = json.loads(await export(store, ben))
            assert [line["by"] for line in others["invitations"]] == [ada.id]
            assert [line["person"] for line in others["friend_requests"]] == [cleo.id]
            assert "block" not in str(json.loads(await export(store, cleo)))
            await accounts(store).delete(ada, SECRET)
            rows = await store.fetch_all(select(schema.relations))
            assert [(row["person"], row["kind"]) for row in rows] == [(cleo.id, "request")]
            assert await store.fetch_all(select(schema.contact_settings)) == []
            assert await store.fetch_all(select(schema.table_invitations)) == []

    run(work())
