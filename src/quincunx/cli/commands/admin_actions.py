"""What `quincunx admin` does; here are the packages that only a house's own machine has."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.table import Table
from rich.text import Text
from sqlalchemy.exc import SQLAlchemyError

from quincunx.cli.errors import BadUsage
from quincunx.cli.terminal.output import plain, print_json, print_plain
from quincunx.cli.terminal.screen import open_console
from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Arg, Message, pattern, render
from quincunx.registry import find
from quincunx.server.ops.settings import Settings
from quincunx.server.people.export import export
from quincunx.server.people.moderation import Moderation
from quincunx.server.storage.backup import back_up
from quincunx.server.storage.migrations import revisions, stored_revision
from quincunx.server.storage.restore import restore
from quincunx.server.storage.store import Store


class NoStore(QuincunxError):
    """There is no store, or not one that this program can use."""


async def carry_out(settings: Settings, arguments: Namespace) -> None:
    """Opens the store and does what was asked for."""
    restores = arguments.action == "restore"
    # Stores and backups are their operator's alone.
    os.umask(0o077)
    if settings.database is None:
        _find_folder(settings, make=restores)
    try:
        async with Store(settings.store) as store:
            if not restores:
                await _check_schema(store)
            await _ACTIONS[arguments.action](store, arguments)
    except (SQLAlchemyError, OSError) as error:
        raise NoStore("cli.store_failed", why=str(error).partition("\n")[0]) from None


def _find_folder(settings: Settings, *, make: bool) -> None:
    # SQLite would make an empty store wherever a wrong folder was typed.
    if make:
        with _using("cli.unwritable_file", settings.data):
            settings.data.mkdir(parents=True, exist_ok=True)
    elif not settings.store_file.is_file():
        raise NoStore("cli.no_store", file=str(settings.store_file))


async def _check_schema(store: Store) -> None:
    async with store.connect() as connection:
        stored = await connection.run_sync(stored_revision)
    *older, newest = (None, *revisions())
    if stored != newest:
        raise NoStore("cli.older_store" if stored in older else "server.newer_store")


# Tables


async def _tables(store: Store, arguments: Namespace) -> None:
    game = arguments.game and find(arguments.game).name
    tables = await Moderation(store).tables(arguments.phase, game)
    _show(
        arguments,
        tables,
        ("table", "game", "phase", "host", "people", "since", "last_move"),
        (
            (
                table.id,
                table.game,
                table.phase,
                table.host,
                ", ".join(table.people),
                _time(table.created),
                _time(table.moved),
            )
            for table in tables
        ),
    )


async def _close(store: Store, arguments: Namespace) -> None:
    await Moderation(store).close(arguments.table)
    _tell("closing", table=arguments.table)


# People


async def _people(store: Store, arguments: Namespace) -> None:
    people = await Moderation(store).people(arguments.search)
    _show(
        arguments,
        people,
        ("person", "name", "login", "since", "games", "banned"),
        (
            (
                person.id,
                person.name,
                person.login or "",
                _time(person.created),
                str(person.games),
                _time(person.banned),
            )
            for person in people
        ),
    )


async def _ban(store: Store, arguments: Namespace) -> None:
    person = await Moderation(store).ban(arguments.person)
    _tell("banned", person=person.id, name=person.name)


async def _unban(store: Store, arguments: Namespace) -> None:
    person = await Moderation(store).unban(arguments.person)
    _tell("unbanned", person=person.id, name=person.name)


async def _remove(store: Store, arguments: Namespace) -> None:
    person = await Moderation(store).remove(arguments.person)
    _tell("removed", person=person.id, name=person.name)


async def _export(store: Store, arguments: Namespace) -> None:
    person = await Moderation(store).person(arguments.person)
    exported = await export(store, person)
    if arguments.file is None:
        print_json(msgspec.Raw(exported))
        return
    with _using("cli.unwritable_file", arguments.file):
        arguments.file.write_bytes(msgspec.json.format(exported) + b"\n")
    _tell("exported", person=person.id, name=person.name, file=str(arguments.file))


# Reports


async def _reports(store: Store, arguments: Namespace) -> None:
    reports = await Moderation(store).reports()
    _show(
        arguments,
        reports,
        ("report", "when", "table", "game", "said_by", "text", "reporter", "why"),
        (
            (
                str(report.id),
                _time(report.at),
                report.table,
                report.game,
                f"{report.person.name} ({report.person.id})",
                report.text,
                f"{report.reporter.name} ({report.reporter.id})",
                report.why,
            )
            for report in reports
        ),
    )


async def _settle(store: Store, arguments: Namespace) -> None:
    await Moderation(store).settle(arguments.report)
    _tell("settled", report=arguments.report)


# Backups


async def _backup(store: Store, arguments: Namespace) -> None:
    with _using("cli.unwritable_file", arguments.file):
        rows = await back_up(store, arguments.file)
    _tell("backed_up", **_summary(arguments.file, rows))


async def _restore(store: Store, arguments: Namespace) -> None:
    with _using("cli.unreadable_file", arguments.file):
        rows = await restore(store, arguments.file, replace=arguments.replace)
    _tell("restored", **_summary(arguments.file, rows))


def _summary(file: Path, rows: dict[str, int]) -> dict[str, Arg]:
    people, tables = rows.get("people", 0), rows.get("tables", 0)
    return {"file": str(file), "people": people, "tables": tables}


_ACTIONS: dict[str, Callable[[Store, Namespace], Awaitable[None]]] = {
    "tables": _tables,
    "close": _close,
    "people": _people,
    "ban": _ban,
    "unban": _unban,
    "remove": _remove,
    "export": _export,
    "reports": _reports,
    "settle": _settle,
    "backup": _backup,
    "restore": _restore,
}


# Answers


def _tell(message: str, **args: Arg) -> None:
    print_plain(render(Message(f"cli.admin.{message}", args)))


def _show(
    arguments: Namespace,
    listed: Sequence[msgspec.Struct],
    columns: Iterable[str],
    rows: Iterable[Sequence[str]],
) -> None:
    """A list: as JSON for programs, as a table for people."""
    if arguments.json:
        print_json(listed)
        return
    first, *others = (pattern(f"cli.admin.column.{column}") for column in columns)
    table = Table()
    # An id is there to be copied.
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading)
    for row in rows:
        # As plain text: people may call themselves what rich would take for a command.
        table.add_row(*(Text(plain(cell)) for cell in row))
    open_console().print(table)


def _time(milliseconds: int | None) -> str:
    """A moment on the wall's clock; nothing if it has not come."""
    if not milliseconds:
        return ""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone():%Y-%m-%d %H:%M}"


@contextmanager
def _using(message_id: str, file: Path) -> Iterator[None]:
    """What goes wrong with a file is said with its name."""
    try:
        yield
    except OSError as error:
        raise BadUsage(message_id, file=str(file), why=error.strerror or str(error)) from None
