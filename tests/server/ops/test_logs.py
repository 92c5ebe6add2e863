"""The log says what went wrong, and never what only its owner may know."""

from __future__ import annotations

import json
import logging
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import SQLAlchemyError

from quincunx.client import Client, Refusal
from quincunx.server.ops import logs
from quincunx.server.storage import schema
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store
from quincunx.wire import NewTable
from tests.helpers.failing_store import make_inserts_fail
from tests.helpers.server_process import running_server
from tests.helpers.waiting import run

PASSWORD = "quiet horse battery staple"
NONCE = "thisisthenonceofada"
CHAT = "a word among friends"


@pytest.fixture(autouse=True)
def _leave_the_log_as_it_was() -> Any:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def column(data: Path, query: str) -> list[str]:
    with closing(sqlite3.connect(data / "quincunx.db")) as store:
        return [str(value) for (value,) in store.execute(query)]


async def an_evening_with_a_failing_store(url: str, data: Path) -> set[str]:
    """All that only its owner may know of it."""
    ada = await Client.guest(url, "Ada Secretive")
    secrets = {ada.cookie.partition("=")[2]}
    await ada.register("ada.secretive", PASSWORD)
    secrets.add(ada.cookie.partition("=")[2])
    ada = await Client.log_in(url, "ada.secretive", PASSWORD)
    opened = await ada.create_table(NewTable("coloryam", seats=1))
    secrets |= {ada.cookie.partition("=")[2], opened.invite}
    bob = await Client.guest(url, "Bob")
    async with ada.join(opened.id) as table, bob.join(opened.id, opened.invite):
        await table.ready(NONCE)
        await table.my_turn()
        await table.say(CHAT)
        for name in ("entries", "chat", "accounts", "people", "tables"):
            make_inserts_fail(data, name)
        with pytest.raises(Refusal, match="could not be saved"):
            await table.play("roll")
        with pytest.raises(Refusal, match="could not be saved"):
            await table.say(f"{CHAT} again")
    with pytest.raises(Refusal, match="The server cannot save anything"):
        await Client.guest(url, "Carol")
    with pytest.raises(Refusal):
        await bob.register("bob.secretive", f"{PASSWORD} of Bob")
    with pytest.raises(Refusal, match="The server cannot save anything"):
        await bob.create_table(NewTable("coloryam"))
    for query in (
        "SELECT secret FROM tables",
        "SELECT secret FROM house",
        "SELECT password FROM accounts",
        "SELECT token FROM sessions",
    ):
        secrets |= {*column(data, query)}
    return secrets | {PASSWORD, NONCE, CHAT, "ecretive", "127.0.0.1"}


@pytest.mark.parametrize("style", ["json", "text"])
def test_no_secret_is_logged(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    style: logs.LogFormat,
) -> None:
    monkeypatch.setenv("QUINCUNX_LOG", style)
    secrets: set[str] = set()

    async def work() -> None:
        secrets.update(await an_evening_with_a_failing_store(server.url, tmp_path))

    with running_server(tmp_path) as server:
        run(work())
    written = capfd.readouterr().err
    assert "the disk failed" in written
    assert min(map(len, secrets)) > 7
    for secret in secrets:
        assert secret not in written


def test_every_log_line_is_a_json_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUINCUNX_LOG", "json")

    async def work() -> None:
        await an_evening_with_a_failing_store(server.url, tmp_path)

    with running_server(tmp_path) as server:
        run(work())
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert lines
    for line in lines:
        assert (
            {"time", "level", "event", "where"}
            <= line.keys()
            <= {
                *("time", "level", "event", "where", "exception"),
                *logs.FIELDS,
            }
        )
        assert datetime.fromisoformat(line["time"]).tzinfo is not None
        assert line["level"] in ("warning", "error")
    assert any("IntegrityError" in line.get("exception", "") for line in lines)


# What is made of an event


def written(capsys: pytest.CaptureFixture[str], style: logs.LogFormat) -> logging.Logger:
    """A logger, once the log goes to where `capsys` looks."""
    logs.configure_logging(style)
    return logging.getLogger("quincunx.server.somewhere")


def test_an_event_is_logged_with_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    log = written(capsys, "json")
    log.warning("it rains", extra={"table": "4d8ac6ad23c1", "invite": "secret"})
    line = json.loads(capsys.readouterr().err)
    del line["time"]
    assert line == {
        "level": "warning",
        "event": "it rains",
        "where": "quincunx.server.somewhere",
        "table": "4d8ac6ad23c1",
    }


def test_the_log_can_be_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    written(capsys, "text").warning("it rains", extra={"table": "4d8ac6ad23c1"})
    assert capsys.readouterr().err.endswith(" warning: it rains table=4d8ac6ad23c1\n")


def test_levels_below_the_limit_are_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    written(capsys, "text").info("a guest joined")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("style", ["json", "text"])
def test_an_exception_is_logged_with_its_cause(
    capsys: pytest.CaptureFixture[str], style: logs.LogFormat
) -> None:
    log = written(capsys, style)
    try:
        try:
            raise KeyError("umbrella")
        except KeyError as cause:
            raise ValueError("wet\nthrough and through") from cause
    except ValueError:
        log.exception("it rains")
    said = capsys.readouterr().err
    assert said.index("KeyError: 'umbrella'") < said.index("ValueError: wet")
    assert "through" not in said
    assert f"{Path(__file__).name}:" in said


@pytest.mark.parametrize("style", ["json", "text"])
def test_the_values_of_a_row_are_not_logged(
    database: str, capsys: pytest.CaptureFixture[str], style: logs.LogFormat
) -> None:
    """PostgreSQL tells the whole row that it does not want, SQLAlchemy all parameters."""
    log = written(capsys, style)

    async def work() -> None:
        await upgrade(database)
        row = {"id": 1, "secret": "of the server", "time": None, "beat": 1}
        async with Store(database) as store:
            try:
                await store.write(lambda c: c.execute(insert(schema.server_state).values(row)))
            except SQLAlchemyError:
                log.exception("it could not be stored")

    run(work())
    said = capsys.readouterr().err
    assert "IntegrityError" in said
    assert "of the server" not in said
