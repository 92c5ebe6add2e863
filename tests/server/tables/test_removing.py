"""The host removes people before the deal, and invites them again."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from quincunx.client import Client, Disconnected
from quincunx.server.common.errors import HostOnly, NotAllowed, Removed, TableError, WrongPhase
from quincunx.server.http.app import create_app
from quincunx.server.storage import schema
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.commands.removing import MAX_REMOVED_PEOPLE
from quincunx.server.tables.commands.seats import sit_anywhere
from quincunx.server.tables.state.permissions import admits
from quincunx.server.tables.view.table_info import table_info
from quincunx.wire import (
    InviteAgain,
    NewTable,
    Person,
    PersonId,
    Remove,
    RequestId,
    Say,
    Sit,
    TableId,
)
from tests.helpers.in_process_server import serve_app
from tests.helpers.postgres import Postgres
from tests.helpers.stores import open_store
from tests.helpers.table_states import ADA, BEN, EVE, START, do, gathering, playing
from tests.helpers.waiting import run
from tests.server.table_sessions import refusal_of

ONE, TWO, THREE = (RequestId(text) for text in "123")
REMOVE_BEN = Remove(ONE, BEN.id)


def test_a_removed_player_loses_the_seat_and_cannot_return() -> None:
    state = do(gathering("quivvit", ADA, BEN), ADA, REMOVE_BEN).state
    assert state.seating.place_of(BEN) is None
    assert table_info(state, START).removed == (BEN,)
    note = state.chat.lines[-1].note
    assert note is not None
    assert note.args == {"name": "Ben"}
    assert not admits(state, BEN, state.config.invite)
    for request in (Sit(TWO, 1), Say(TWO, "Why?")):
        with pytest.raises(Removed):
            do(state, BEN, request)
    with pytest.raises(Removed):
        sit_anywhere(state, Caller(BEN))


def test_the_host_can_invite_a_removed_person_again() -> None:
    state = do(gathering("quivvit", ADA, BEN), ADA, REMOVE_BEN).state
    invited = do(state, ADA, InviteAgain(TWO, BEN.id)).state
    assert invited.removed == ()
    assert do(invited, BEN, Sit(THREE, 1)).state.seating.place_of(BEN) == (1, 0)


def test_a_spectator_who_writes_can_be_removed_too() -> None:
    state = gathering("quivvit", ADA, BEN)
    with pytest.raises(TableError, match="not at this table"):
        do(state, ADA, Remove(ONE, EVE.id))
    state = do(state, EVE, Say(ONE, "Boo")).state
    assert do(state, ADA, Remove(ONE, EVE.id)).state.removed == (EVE,)


def test_only_the_host_removes_others_and_only_before_the_deal() -> None:
    state = gathering("quivvit", ADA, BEN)
    with pytest.raises(HostOnly):
        do(state, BEN, Remove(ONE, ADA.id))
    with pytest.raises(HostOnly):
        do(state, BEN, InviteAgain(ONE, ADA.id))
    with pytest.raises(NotAllowed):
        do(state, ADA, Remove(ONE, ADA.id))
    with pytest.raises(WrongPhase):
        do(playing("quivvit", ADA, BEN), ADA, REMOVE_BEN)


def test_a_table_keeps_a_bounded_list_of_removed_people() -> None:
    many = tuple(Person(PersonId(str(n)), f"N{n}") for n in range(MAX_REMOVED_PEOPLE))
    state = gathering("quivvit", ADA, BEN).replace(removed=many)
    with pytest.raises(NotAllowed):
        do(state, ADA, REMOVE_BEN)


def test_a_removal_reaches_every_process_and_is_kept_in_the_audit_log(
    postgres_server: Postgres,
) -> None:
    async def work() -> None:
        database = postgres_server.new_database()
        async with (
            serve_app(create_app(database)) as one,
            serve_app(create_app(database)) as other,
        ):
            ada, ben = await Client.guest(one, "Ada"), await Client.guest(other, "Ben")
            opened = await ada.create_table(NewTable("coloryam", seats=2, open=True))
            async with ada.join(opened.id) as hers:
                async with ben.join(opened.id) as his:
                    await his.sit(1)
                    await his.react("good_luck")
                    await hers.until(lambda: [said.reaction for said in hers.said] == ["good_luck"])
                    await hers.remove(ben.person.id)
                    with pytest.raises(Disconnected):
                        await his.until(lambda: False)
                    assert hers.table.seats[1].members == (None,)
                    assert await refusal_of(_enter(ben, opened.id)) == "Removed"
                await hers.invite_again(ben.person.id)
                async with ben.join(opened.id) as his:
                    await his.sit(1)
                await hers.remove(ben.person.id)
        async with open_store(database) as store:
            (entry,) = await store.fetch_all(select(schema.audit_log))
            assert entry["role"] == "host"
            assert (entry["actor"], entry["person"]) == (ada.person.id, ben.person.id)
            assert (entry["action"], entry["table"]) == ("remove", opened.id)

    run(work())


async def _enter(client: Client, table: TableId) -> None:
    async with client.join(table):
        pass
