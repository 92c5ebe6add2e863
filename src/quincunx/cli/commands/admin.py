"""`quincunx admin`: the operator's commands."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from quincunx.cli.errors import MissingPackage
from quincunx.cli.settings import STORE, add_settings, read_settings
from quincunx.wire import TablePhase

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands, Parser


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("admin", help="manage the tables and people of a server")
    actions = parser.add_subparsers(metavar="ACTION", required=True)

    tables = _add_list(actions, "tables", "list the tables")
    tables.add_argument("--phase", choices=get_args(TablePhase), help="only tables in this phase")
    tables.add_argument("--game", metavar="GAME", help="only tables of this game")
    _add(actions, "close", "end a table's game without a result").add_argument(
        "table", metavar="TABLE"
    )

    people = _add_list(actions, "people", "list the people")
    people.add_argument("--search", metavar="TEXT", default="", help="part of a name, login or id")
    _add_for_person(actions, "ban", "ban a person")
    _add_for_person(actions, "unban", "lift the ban of a person")
    _add_for_person(actions, "remove", "delete a person's account and name; their games stay")
    export = _add_for_person(actions, "export", "export everything that is stored about a person")
    export.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=Path,
        help="write to this file instead of the screen",
    )

    _add_list(actions, "reports", "list the open reports")
    settle = _add(actions, "settle", "close a report")
    settle.add_argument("report", metavar="REPORT", type=int)

    backup = _add(actions, "backup", "write a backup to a file; the server can keep running")
    backup.add_argument("file", metavar="FILE", type=Path)
    restore = _add(actions, "restore", "replace everything with a backup")
    restore.add_argument("file", metavar="FILE", type=Path)
    restore.add_argument(
        "--replace", action="store_true", help="even if the database already contains people"
    )


def run(arguments: Namespace) -> None:
    settings = read_settings(arguments)
    try:
        from quincunx.cli.commands.admin_actions import run_action
    except ModuleNotFoundError:
        raise MissingPackage("cli.needs_table") from None
    asyncio.run(run_action(settings, arguments))


def _add(actions: Commands, name: str, help_: str) -> Parser:
    parser = actions.add_parser(name, help=help_)
    parser.set_defaults(run=run, action=name)
    add_settings(parser, *STORE)
    return parser


def _add_list(actions: Commands, name: str, help_: str) -> Parser:
    parser = _add(actions, name, help_)
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _add_for_person(actions: Commands, name: str, help_: str) -> Parser:
    parser = _add(actions, name, help_)
    parser.add_argument("person", metavar="PERSON", help="the person's id (“people” lists them)")
    return parser
