"""`quincunx admin`: the operator's commands."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from quincunx.cli.extras import needs_extra
from quincunx.cli.parser import help_text
from quincunx.cli.settings import PAGE, STORE, add_settings, read_settings
from quincunx.wire import TablePhase

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands, Parser


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("admin", help=help_text("admin"))
    actions = parser.add_subparsers(metavar="ACTION", required=True)

    tables = _add_list(actions, "tables")
    tables.add_argument(
        "--phase", choices=get_args(TablePhase), help=help_text("admin.tables.phase")
    )
    tables.add_argument("--game", metavar="GAME", help=help_text("admin.tables.game"))
    close = _add_action(actions, "close")
    close.add_argument("table", metavar="TABLE", help=help_text("admin.close.table"))

    people = _add_list(actions, "people")
    people.add_argument(
        "--search", metavar="TEXT", default="", help=help_text("admin.people.search")
    )
    for name in ("ban", "unban", "remove", "rename", "revoke"):
        _add_for_person(actions, name)
    _add_for_person(actions, "password", *PAGE)
    _add_action(actions, "invite", *PAGE)
    export = _add_for_person(actions, "export")
    export.add_argument(
        "file", metavar="FILE", nargs="?", type=Path, help=help_text("admin.export.file")
    )

    _add_list(actions, "reports")
    settle = _add_action(actions, "settle")
    settle.add_argument("report", metavar="REPORT", type=int, help=help_text("admin.settle.report"))
    _add_log(actions)

    backup, restore = _add_action(actions, "backup"), _add_action(actions, "restore")
    for copy in (backup, restore):
        copy.add_argument("file", metavar="FILE", type=Path, help=help_text("admin.backup.file"))
    restore.add_argument("--replace", action="store_true", help=help_text("admin.restore.replace"))


def run(arguments: Namespace) -> None:
    settings = read_settings(arguments)
    with needs_extra("table"):
        from quincunx.cli.commands.admin_actions import run_action
    print_result = asyncio.run(run_action(settings, arguments))
    print_result()


def _add(actions: Commands, name: str, *settings: str) -> Parser:
    parser = actions.add_parser(name, help=help_text(f"admin.{name}"))
    parser.set_defaults(run=run, action=name)
    add_settings(parser, *STORE, *settings)
    return parser


def _add_list(actions: Commands, name: str) -> Parser:
    parser = _add(actions, name)
    parser.add_argument("--json", action="store_true", help=help_text("json"))
    return parser


def _add_action(actions: Commands, name: str, *settings: str) -> Parser:
    """Add a command that the audit log keeps."""
    parser = _add(actions, name, *settings)
    parser.add_argument("--why", metavar="TEXT", default="", help=help_text("admin.why"))
    return parser


def _add_log(actions: Commands) -> None:
    log = _add_list(actions, "log")
    log.add_argument("--person", metavar="PERSON", help=help_text("admin.log.person"))
    log.add_argument("--table", metavar="TABLE", help=help_text("admin.log.table"))
    log.add_argument(
        "--action", metavar="ACTION", dest="logged", help=help_text("admin.log.action")
    )
    log.add_argument("--by", choices=("operator", "host"), help=help_text("admin.log.by"))
    log.add_argument(
        "--most", metavar="NUMBER", type=int, default=100, help=help_text("admin.log.most")
    )


def _add_for_person(actions: Commands, name: str, *settings: str) -> Parser:
    parser = _add_action(actions, name, *settings)
    parser.add_argument("person", metavar="PERSON", help=help_text("admin.person"))
    return parser
