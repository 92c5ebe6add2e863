"""`quincunx admin`: what an operator sees, decides and keeps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from sqlalchemy import MetaData, insert, select

from quincunx.cli import main
from quincunx.server.ops.settings import Settings
from quincunx.server.people.sessions import Sessions, hashed_token
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.migrations import migrate
from quincunx.server.storage.store import Store

T = TypeVar("T")


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Admin = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def admin(capsys: pytest.CaptureFixture[str]) -> Admin:
    """Return a function that runs `quincunx admin` on the store in the working folder."""

    def admin(*argv: str) -> Ran:
        capsys.readouterr()
        return Ran(main(["admin", *argv]), *capsys.readouterr())

    return admin


async def with_store(work: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    async with Store(Settings().store) as store:
        return await work(store)


def rows(query: Any) -> list[dict[str, Any]]:
    async def read(store: Store) -> list[dict[str, Any]]:
        return [dict(row) for row in await store.fetch_all(query)]

    return asyncio.run(with_store(read))


def orders() -> list[tuple[str, str]]:
    return [
        (row["kind"], row["target"])
        for row in rows(select(schema.operator_commands).order_by("id"))
    ]


class FilledStore(NamedTuple):
    ada: str
    bo: str
    token: str
    """Bo's."""


@pytest.fixture
def filled_store() -> FilledStore:
    """Ada, who has an account, and Bo, a guest, have played once and are playing again."""

    async def fill(store: Store) -> FilledStore:
        sessions = Sessions(store)
        ada, _ = await sessions.create_guest("Ada [bold]")
        bo, token = await sessions.create_guest("Zoë Bo")

        async def job(connection: StoreConnection) -> None:
            await connection.execute(
                insert(schema.accounts).values(
                    person=ada.id, login="countess", password="hash", created=1
                )
            )
            for number, (table, game, phase) in enumerate(
                (("t1", "quatrefoil", "over"), ("t2", "pivit", "playing"))
            ):
                await connection.execute(
                    insert(schema.tables).values(
                        id=table,
                        game=game,
                        rules=1,
                        options="{}",
                        seats=2,
                        host=ada.id,
                        invite="",
                        phase=phase,
                        secret="",
                        nonces="[]",
                        created=1_700_000_000_000 + number,
                        moved=1_700_000_060_000,
                        version=-1,
                        clock=0,
                    )
                )
                for seat, person in enumerate((ada, bo)):
                    await connection.execute(
                        insert(schema.sitters).values(
                            table=table, seat=seat, member=0, person=person.id
                        )
                    )
            await connection.execute(
                insert(schema.results).values(
                    table="t1",
                    seat=1,
                    member=0,
                    game="quatrefoil",
                    person=bo.id,
                    score=1,
                    won=True,
                    deal="fresh",
                    deal_name="t1",
                    first=True,
                    ended=1_700_000_060_000,
                )
            )
            await connection.execute(
                insert(schema.chat).values(
                    table="t2", number=0, at=1_700_000_030_000, person=bo.id, text="You cheat!"
                )
            )
            await connection.execute(
                insert(schema.reports).values(
                    table="t2", number=0, reporter=ada.id, why="rude", at=1_700_000_040_000
                )
            )

        await store.write(job)
        return FilledStore(ada.id, bo.id, token)

    Path("data").mkdir()
    asyncio.run(upgrade(Settings().store))
    return asyncio.run(with_store(fill))


# Tables


@pytest.mark.usefixtures("filled_store")
def test_tables_are_listed_the_newest_first(admin: Admin) -> None:
    code, out, err = admin("tables")
    assert (code, err) == (0, "")
    newest, older = (line for line in out.splitlines() if "│" in line)
    cells = [cell.strip() for cell in newest.strip("│").split("│")]
    assert cells[:5] == ["t2", "pivit", "playing", "Ada [bold]", "Ada [bold], Zoë Bo"]
    assert cells[5].startswith("2023-11-1")
    assert older.strip("│ ").startswith("t1")


@pytest.mark.usefixtures("filled_store")
def test_tables_for_programs(admin: Admin) -> None:
    def listed(*argv: str) -> list[str]:
        return [table["id"] for table in json.loads(admin("tables", "--json", *argv).out)]

    assert listed() == ["t2", "t1"]
    assert listed("--phase", "playing") == ["t2"]
    assert listed("--game", "quatrefoil") == ["t1"]
    assert listed("--game", "quatrefoil", "--phase", "playing") == []


@pytest.mark.usefixtures("filled_store")
def test_admin_closes_a_table(admin: Admin) -> None:
    code, out, err = admin("close", "t2")
    assert (code, err) == (0, "")
    assert out == (
        "Table t2 will be closed: now if a server is running, otherwise when one starts.\n"
    )
    assert orders() == [("close", "t2")]


# People


def test_people_are_listed(admin: Admin, filled_store: FilledStore) -> None:
    code, out, err = admin("people")
    assert (code, err) == (0, "")
    assert "Ada [bold]" in out
    assert "countess" in out
    everybody = json.loads(admin("people", "--json").out)
    assert {(person["id"], person["login"], person["games"]) for person in everybody} == {
        (filled_store.ada, "countess", 0),
        (filled_store.bo, None, 1),
    }


@pytest.mark.parametrize("text", ["zoë", "ZOË B", "bo"])
def test_people_are_found_by_name(admin: Admin, filled_store: FilledStore, text: str) -> None:
    found = json.loads(admin("people", "--json", "--search", text).out)
    assert filled_store.bo in [person["id"] for person in found]
    assert "zoë" not in text.lower() or len(found) == 1


def test_people_are_found_by_login_and_id(admin: Admin, filled_store: FilledStore) -> None:
    for text in ("COUNT", filled_store.ada):
        (found,) = json.loads(admin("people", "--json", "--search", text).out)
        assert found["id"] == filled_store.ada


def by_token(token: str) -> object:
    return asyncio.run(with_store(lambda store: Sessions(store).find_person(token)))


def test_a_ban_ends_sessions_and_is_sent_to_the_server(
    admin: Admin, filled_store: FilledStore
) -> None:
    assert by_token(filled_store.token) is not None
    code, out, _ = admin("ban", filled_store.bo)
    assert code == 0
    assert f"Zoë Bo ({filled_store.bo}) is banned" in out
    assert by_token(filled_store.token) is None
    assert orders() == [("ban", filled_store.bo)]
    (bo,) = json.loads(admin("people", "--json", "--search", filled_store.bo).out)
    assert bo["banned"] is not None
    assert admin("unban", filled_store.bo).code == 0
    (bo,) = json.loads(admin("people", "--json", "--search", filled_store.bo).out)
    assert bo["banned"] is None
    assert by_token(filled_store.token) is None, "the sessions do not come back"


def test_a_removed_person_leaves_no_name(admin: Admin, filled_store: FilledStore) -> None:
    code, out, _ = admin("remove", filled_store.ada)
    assert code == 0
    assert "Their games remain" in out
    assert orders() == [("remove", filled_store.ada)]
    assert rows(select(schema.accounts)) == []
    assert "Ada" not in admin("people").out
    assert "Ada" not in admin("tables").out
    assert admin("remove", filled_store.ada).code == 2


def test_a_person_can_be_exported(admin: Admin, filled_store: FilledStore) -> None:
    code, out, err = admin("export", filled_store.bo)
    assert (code, err) == (0, "")
    exported = json.loads(out)
    assert [line["action"] for line in exported["audit_log"]] == ["export"]
    assert "You cheat!" in out
    assert "Ada" not in out
    code, out, _ = admin("export", filled_store.bo, "bo.json")
    assert "is in bo.json" in out
    again = json.loads(Path("bo.json").read_text("utf-8"))
    assert again | {"audit_log": []} == exported | {"audit_log": []}


def test_a_password_link_is_printed_for_an_account(admin: Admin, filled_store: FilledStore) -> None:
    code, out, err = admin("password", filled_store.ada)
    assert (code, err) == (0, "")
    assert "Ada [bold]" in out
    assert "24 hours" in out
    address, token = out.split()[-1].split("#")
    assert address == "http://localhost:8000/password"
    (stored,) = rows(select(schema.password_links))
    assert stored["person"] == filled_store.ada
    assert stored["token"] == hashed_token(token)
    assert token not in admin("password", filled_store.ada).out
    assert len(rows(select(schema.password_links))) == 1


@pytest.mark.parametrize(
    ("argv", "address"),
    [
        (["--port", "8001"], "http://localhost:8001/"),
        (["--host", "192.168.0.7"], "http://192.168.0.7:8000/"),
        (["--allowed-hosts", "*.example.org,games.example.org"], "https://games.example.org/"),
    ],
)
def test_a_password_link_begins_with_the_address_of_the_server(
    admin: Admin, filled_store: FilledStore, argv: list[str], address: str
) -> None:
    assert admin("password", filled_store.ada, *argv).out.split()[-1].startswith(address)


def test_a_guest_gets_no_password_link(admin: Admin, filled_store: FilledStore) -> None:
    code, out, err = admin("password", filled_store.bo)
    assert (code, out) == (2, "")
    assert "has no account" in err
    assert len(err.splitlines()) == 1


def test_an_invitation_to_register_is_printed(admin: Admin, filled_store: FilledStore) -> None:
    code, out, err = admin("invite")
    assert (code, err) == (0, "")
    assert "30 days" in out
    address, token = out.split()[-1].split("#invitation=")
    assert address == "http://localhost:8000/settings"
    (stored,) = rows(select(schema.account_invitations))
    assert stored["token"] == hashed_token(token)


# Reports


def test_reports_are_listed_until_they_are_resolved(
    admin: Admin, filled_store: FilledStore
) -> None:
    out = admin("reports").out
    for words in ("You cheat!", "rude", "Zoë Bo", "Ada [bold]", "t2"):
        assert words in out
    (report,) = json.loads(admin("reports", "--json").out)
    assert report["person"] == {"id": filled_store.bo, "name": "Zoë Bo"}
    assert report["reporter"]["id"] == filled_store.ada
    assert admin("settle", str(report["id"])).out == f"Report {report['id']} is closed.\n"
    assert json.loads(admin("reports", "--json").out) == []
    assert admin("settle", str(report["id"])).code == 2


def test_the_audit_log_keeps_what_the_operator_did(
    admin: Admin, filled_store: FilledStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    admin("ban", filled_store.bo, "--why", "rude in chat")
    admin("unban", filled_store.bo)
    admin("rename", filled_store.bo, "--why", "a rude name")
    admin("password", filled_store.ada)
    link = admin("invite").out.split("#")[-1].strip()
    admin("close", "t2")
    admin("settle", "1")
    admin("remove", filled_store.bo)
    assert admin("ban", "nobody").code == 2, "and nothing is logged"

    def logged(*argv: str) -> list[tuple[str, str | None]]:
        entries = json.loads(admin("log", "--json", *argv).out)
        assert {entry["actor"] for entry in entries} <= {"root"}
        return [(entry["action"], entry["why"]) for entry in entries]

    actions = ["remove", "settle", "close", "invite", "password", "rename", "unban", "ban"]
    assert [action for action, _ in logged()] == actions
    assert logged("--person", filled_store.bo)[-1] == ("ban", "rude in chat")
    assert [action for action, _ in logged("--table", "t2")] == ["close"]
    assert logged("--action", "rename") == [("rename", "a rude name")]
    assert logged("--by", "host") == []
    assert len(logged("--most", "2")) == 2
    shown = admin("log").out
    assert "operator (root)" in shown
    assert "Zoë" not in shown, "the person was deleted"
    assert link not in str(rows(select(schema.audit_log)))


def test_a_user_without_a_name_is_logged_as_the_operator(
    admin: Admin, filled_store: FilledStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> str:
        raise KeyError(1000)

    monkeypatch.setattr("getpass.getuser", nobody)
    admin("ban", filled_store.bo)
    assert [entry["actor"] for entry in rows(select(schema.audit_log))] == ["operator"]


# Backups


def test_a_store_is_backed_up_and_restored_as_one_file(
    admin: Admin, filled_store: FilledStore
) -> None:
    code, out, err = admin("backup", "store.backup")
    assert (code, err) == (0, "")
    assert out == "store.backup contains 2 people and 2 tables.\n"
    code, out, err = admin("restore", "store.backup", "--data", "elsewhere/new")
    assert (code, err) == (0, "")
    assert out == "Restored from store.backup: 2 people and 2 tables.\n"
    there = admin("people", "--json", "--data", "elsewhere/new").out
    assert there == admin("people", "--json").out
    assert filled_store.ada in there


@pytest.mark.usefixtures("filled_store")
def test_a_store_is_replaced_only_if_asked(admin: Admin) -> None:
    admin("backup", "store.backup")
    code, _, err = admin("restore", "store.backup")
    assert code == 2
    assert "“--replace” deletes them" in err
    assert admin("restore", "store.backup", "--replace").code == 0


# What is refused


@pytest.mark.usefixtures("filled_store")
@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ([], "ACTION"),
        (["dance"], "dance"),
        (["close"], "TABLE"),
        (["close", "t9"], "This table does not exist."),
        (["close", "t1"], "The game at this table is already over."),
        (["tables", "--game", "chess"], "There is no game called “chess”"),
        (["tables", "--phase", "asleep"], "asleep"),
        (["ban", "nobody"], "does not exist"),
        (["unban", "nobody"], "does not exist"),
        (["remove", "nobody"], "does not exist"),
        (["export", "nobody"], "does not exist"),
        (["password", "nobody"], "does not exist"),
        (["settle", "x"], "REPORT"),
        (["settle", "9"], "There is no open report 9."),
        (["tables", "--data", "nowhere"], "There is no database at nowhere/quincunx.db."),
        (["tables", "--config", "absent.toml"], "absent.toml cannot be read"),
        (["tables", "--database", "mysql://x"], "the setting “database”"),
        (["tables", "--database", "postgresql://ada:secret@127.0.0.1:1/x"], "cannot be used"),
        (["backup", "no/such/folder/b"], "no/such/folder/b cannot be written: No such file"),
        (["restore", "absent"], "absent cannot be read: No such file"),
        (["restore", "data/quincunx.db", "--replace"], "is not a backup"),
    ],
)
def test_bad_input_is_one_line_and_code_2(admin: Admin, argv: list[str], says: str) -> None:
    code, out, err = admin(*argv)
    assert (code, out) == (2, "")
    assert says in err
    assert "secret" not in err
    assert err.count("\n") == 1


def test_a_wrong_folder_stays_empty(admin: Admin, tmp_path: Path) -> None:
    assert admin("tables").code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_store_of_another_version_is_left_alone(admin: Admin) -> None:
    async def first(store: Store) -> None:
        await store.write(lambda connection: connection.run_sync(migrate, "0001"))

    async def future(store: Store) -> None:
        version = MetaData()
        await store.write(lambda connection: connection.run_sync(version.reflect))
        table = version.tables["alembic_version"]
        await store.write(
            lambda connection: connection.execute(table.update().values(version_num="9999"))
        )

    Path("data").mkdir()
    Settings().store_file.touch()
    assert "needs an upgrade" in admin("tables").err
    asyncio.run(with_store(first))
    assert "needs an upgrade" in admin("tables").err
    assert "needs an upgrade" in admin("backup", "b").err
    asyncio.run(with_store(future))
    assert "newer version" in admin("tables").err
    assert not Path("b").exists()
