"""Reports about names and avatars, and names that the operator replaces."""

from __future__ import annotations

import json

import httpx
import pytest
from sqlalchemy import select

from quincunx.server.common.errors import NotAllowed, TableError
from quincunx.server.people.accounts.accounts import Accounts
from quincunx.server.people.export import export
from quincunx.server.people.moderation import LogFilter, Moderation
from quincunx.server.people.names import forget_renaming, rename_person, renamed_why
from quincunx.server.people.reports import open_reports, report_person
from quincunx.server.people.sessions import NoSuchPerson
from quincunx.server.storage import schema
from quincunx.wire import PersonId, ReportPerson
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run

NAME = ReportPerson("name", "rude")


def test_a_report_keeps_the_name_that_was_shown(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, rude = await new_guests(store, "Ada", "Rude Name")
            await report_person(store, ada, rude.id, NAME)
            await report_person(store, ada, rude.id, NAME)
            await report_person(store, ada, rude.id, ReportPerson("avatar"))
            await rename_person(store, rude, "Innocent")
            reports = await open_reports(store)
            assert [(each.about, each.text, each.person.name) for each in reports] == [
                ("name", "Rude Name", "Innocent"),
                ("avatar", "Rude Name", "Innocent"),
            ]
            await report_person(store, ada, rude.id, NAME)
            assert len(await open_reports(store)) == 3, "another name is another report"

    run(work())


def test_bad_reports_are_refused(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            with pytest.raises(NotAllowed):
                await report_person(store, ada, ada.id, NAME)
            for unknown in ("nobody", "a\0b"):
                with pytest.raises(NoSuchPerson):
                    await report_person(store, ada, PersonId(unknown), NAME)
            with pytest.raises(TableError):
                await report_person(store, ada, ben.id, ReportPerson("name", "x" * 301))
            assert await open_reports(store) == []

    run(work())


def test_a_replaced_name_is_explained_until_the_person_has_seen_it(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            for person in (ada, ben):
                _, name = await Moderation(store, "root", "rude").rename(person.id)
                assert name.startswith("Quincunx ")
                assert await renamed_why(store, person) == "rude"
            await forget_renaming(store, ada)
            await rename_person(store, ben, "Benjamin")
            for person in (ada, ben):
                assert await renamed_why(store, person) is None

    run(work())


def test_export_and_deletion_cover_reports_removals_and_the_audit_log(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            await report_person(store, ada, ben.id, NAME)
            await Moderation(store, "root", "Ben was rude").ban(ben.id)
            mine, his = [json.loads(await export(store, each)) for each in (ada, ben)]
            assert [line["shown"] for line in mine["reports"]] == ["Ben"]
            assert [line["about"] for line in his["reported"]] == ["name"]
            assert "rude" not in str(his["reported"]), "not why, nor who reported it"
            assert ada.id not in str(his["reported"])
            assert [line["action"] for line in his["audit_log"]] == ["ban"]
            await Accounts(store).delete(ben, "")
            (report,) = await store.fetch_all(select(schema.reports))
            assert report["shown"] is None
            (entry,) = await Moderation(store).log(LogFilter())
            assert (entry.action, entry.why) == ("ban", "— was rude"), "kept, without the name"
            assert "Ben" not in str(entry)

    run(work())


def test_guests_report_over_http_within_a_rate(http: httpx.Client) -> None:
    rude = http.post("/api/guest", json={"name": "Rude"}).json()["person"]["id"]
    assert http.post(f"/api/people/{rude}/report", json={"about": "name"}).status_code == 400
    http.cookies.clear()
    assert http.post(f"/api/people/{rude}/report", json={"about": "name"}).status_code == 401
    http.post("/api/guest", json={"name": "Ada"})
    answers = [
        http.post(f"/api/people/{rude}/report", json={"about": "avatar"}).status_code
        for _ in range(13)
    ]
    assert answers == [204] * 12 + [429]
    assert http.post(f"/api/people/{rude}/report", json={"about": "x"}).status_code in (400, 429)
