"""The actions of `quincunx admin`. This module imports packages that only a server installs."""

from __future__ import annotations

import getpass
import os
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from quincunx.cli.errors import BadUsage
from quincunx.cli.settings import read_settings
from quincunx.cli.terminal.output import print_json, print_plain
from quincunx.cli.terminal.screen import print_table
from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Arg, Message, pattern, render
from quincunx.registry import find
from quincunx.server.ops.settings import Settings
from quincunx.server.people.accounts.invitations import INVITATION_LIFETIME_D
from quincunx.server.people.accounts.password_links import LINK_LIFETIME_H
from quincunx.server.people.export import export
from quincunx.server.people.moderation import LogFilter, Moderation
from quincunx.server.storage.maintenance.backup import back_up
from quincunx.server.storage.maintenance.restore import restore
from quincunx.server.storage.migrations import revisions, stored_revision
from quincunx.server.storage.store import Store


class NoStore(QuincunxError):
    """There is no store, or none that this version can use."""


PrintResult = Callable[[], None]


async def run_action(settings: Settings, arguments: Namespace) -> PrintResult:
    """Open the store, run the action, and return a function that prints its result.

    It is called when the store is closed: a reader that closes the pipe is no fault of the store.
    """
    restores = arguments.action == "restore"
    # Only the operator may read stores and backups.
    os.umask(0o077)
    if settings.database is None:
        _find_folder(settings, make=restores)
    try:
        async with Store(settings.store) as store:
            if not restores:
                await _check_schema(store)
            return await _ACTIONS[arguments.action](store, arguments)
    except (SQLAlchemyError, OSError) as error:
        raise NoStore("cli.store_failed", why=str(error).partition("\n")[0]) from None


def _find_folder(settings: Settings, *, make: bool) -> None:
    # SQLite would create an empty store in a mistyped folder.
    if make:
        with _file_errors("cli.unwritable_file", settings.data):
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


async def _tables(store: Store, arguments: Namespace) -> PrintResult:
    game = arguments.game and find(arguments.game).name
    tables = await Moderation(store).tables(arguments.phase, game)
    return _list_result(
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
                _format_time(table.created),
                _format_time(table.moved),
            )
            for table in tables
        ),
    )


async def _close(store: Store, arguments: Namespace) -> PrintResult:
    await _moderation(store, arguments).close(arguments.table)
    return _message_result("closing", table=arguments.table)


# People


async def _people(store: Store, arguments: Namespace) -> PrintResult:
    people = await Moderation(store).people(arguments.search)
    return _list_result(
        arguments,
        people,
        ("person", "name", "login", "since", "games", "banned", "owner"),
        (
            (
                person.id,
                person.name,
                person.login or "",
                _format_time(person.created),
                str(person.games),
                _format_time(person.banned),
                person.owner or "",
            )
            for person in people
        ),
    )


async def _ban(store: Store, arguments: Namespace) -> PrintResult:
    person = await _moderation(store, arguments).ban(arguments.person)
    return _message_result("banned", person=person.id, name=person.name)


async def _unban(store: Store, arguments: Namespace) -> PrintResult:
    person = await _moderation(store, arguments).unban(arguments.person)
    return _message_result("unbanned", person=person.id, name=person.name)


async def _remove(store: Store, arguments: Namespace) -> PrintResult:
    person = await _moderation(store, arguments).remove(arguments.person)
    return _message_result("removed", person=person.id, name=person.name)


async def _rename(store: Store, arguments: Namespace) -> PrintResult:
    person, name = await _moderation(store, arguments).rename(arguments.person)
    return _message_result("renamed", person=person.id, name=person.name, new=name)


async def _revoke(store: Store, arguments: Namespace) -> PrintResult:
    person = await _moderation(store, arguments).revoke(arguments.person)
    return _message_result("revoked", person=person.id, name=person.name)


async def _password(store: Store, arguments: Namespace) -> PrintResult:
    person, path = await _moderation(store, arguments).create_password_link(arguments.person)
    return _message_result(
        "password_link",
        person=person.id,
        name=person.name,
        hours=LINK_LIFETIME_H,
        link=read_settings(arguments).public_address + path,
    )


async def _invite(store: Store, arguments: Namespace) -> PrintResult:
    path = await _moderation(store, arguments).create_invitation()
    return _message_result(
        "invitation",
        days=INVITATION_LIFETIME_D,
        link=read_settings(arguments).public_address + path,
    )


async def _export(store: Store, arguments: Namespace) -> PrintResult:
    moderation = _moderation(store, arguments)
    person = await moderation.person(arguments.person)
    await moderation.note("export", person.id)
    exported = await export(store, person)
    if arguments.file is None:
        return partial(print_json, msgspec.Raw(exported))
    with _file_errors("cli.unwritable_file", arguments.file):
        arguments.file.write_bytes(msgspec.json.format(exported) + b"\n")
    return _message_result("exported", person=person.id, name=person.name, file=str(arguments.file))


# Reports


async def _reports(store: Store, arguments: Namespace) -> PrintResult:
    reports = await Moderation(store).reports()
    return _list_result(
        arguments,
        reports,
        ("report", "when", "about", "table", "game", "reported", "text", "reporter", "why"),
        (
            (
                str(report.id),
                _format_time(report.at),
                pattern(f"cli.admin.about.{report.about}"),
                report.table or "",
                report.game or "",
                f"{report.person.name} ({report.person.id})",
                report.text,
                f"{report.reporter.name} ({report.reporter.id})",
                report.why,
            )
            for report in reports
        ),
    )


async def _settle(store: Store, arguments: Namespace) -> PrintResult:
    await _moderation(store, arguments).settle(arguments.report)
    return _message_result("settled", report=arguments.report)


# Audit log


async def _log(store: Store, arguments: Namespace) -> PrintResult:
    wanted = LogFilter(
        arguments.person, arguments.table, arguments.logged, arguments.by, arguments.most
    )
    entries = await Moderation(store).log(wanted)
    return _list_result(
        arguments,
        entries,
        ("when", "by", "action", "person", "table", "report", "why"),
        (
            (
                _format_time(entry.at),
                f"{pattern(f'cli.admin.by.{entry.role}')} ({entry.actor})",
                entry.action,
                f"{entry.person.name} ({entry.person.id})" if entry.person else "",
                entry.table or "",
                str(entry.report or ""),
                entry.why,
            )
            for entry in entries
        ),
    )


def _moderation(store: Store, arguments: Namespace) -> Moderation:
    """Return what acts for the operator, with what the audit log needs."""
    return Moderation(store, _operator(), arguments.why)


def _operator() -> str:
    """Return the user name of the operator on this machine."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        # A container may run under a number that has no name.
        return "operator"


# Backups


async def _backup(store: Store, arguments: Namespace) -> PrintResult:
    await _moderation(store, arguments).note("backup")
    with _file_errors("cli.unwritable_file", arguments.file):
        rows = await back_up(store, arguments.file)
    return _message_result("backed_up", **_summary(arguments.file, rows))


async def _restore(store: Store, arguments: Namespace) -> PrintResult:
    with _file_errors("cli.unreadable_file", arguments.file):
        rows = await restore(store, arguments.file, replace=arguments.replace)
    await _moderation(store, arguments).note("restore")
    return _message_result("restored", **_summary(arguments.file, rows))


def _summary(file: Path, rows: dict[str, int]) -> dict[str, Arg]:
    people, tables = rows.get("people", 0), rows.get("tables", 0)
    return {"file": str(file), "people": people, "tables": tables}


_ACTIONS: dict[str, Callable[[Store, Namespace], Awaitable[PrintResult]]] = {
    "tables": _tables,
    "close": _close,
    "people": _people,
    "ban": _ban,
    "unban": _unban,
    "remove": _remove,
    "rename": _rename,
    "revoke": _revoke,
    "password": _password,
    "invite": _invite,
    "export": _export,
    "reports": _reports,
    "settle": _settle,
    "log": _log,
    "backup": _backup,
    "restore": _restore,
}


# Output


def _message_result(message: str, **args: Arg) -> PrintResult:
    return partial(print_plain, render(Message(f"cli.admin.{message}", args)))


def _list_result(
    arguments: Namespace,
    listed: Sequence[msgspec.Struct],
    columns: Iterable[str],
    rows: Iterable[Sequence[str]],
) -> PrintResult:
    """Return a list as JSON for programs or as a table for people."""
    if arguments.json:
        return partial(print_json, listed)
    headings = [pattern(f"cli.admin.column.{column}") for column in columns]
    return partial(print_table, headings, rows)


def _format_time(milliseconds: int | None) -> str:
    """Format a wall time; an empty text for `None`."""
    if not milliseconds:
        return ""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone():%Y-%m-%d %H:%M}"


@contextmanager
def _file_errors(message_id: str, file: Path) -> Iterator[None]:
    """Turn an error of the file system into one that names the file."""
    try:
        yield
    except OSError as error:
        raise BadUsage(message_id, file=str(file), why=error.strerror or str(error)) from None
