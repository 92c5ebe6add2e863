"""`quincunx settings`: list the server's settings, their values and where they come from."""

from __future__ import annotations

import os
from argparse import Namespace
from typing import TYPE_CHECKING

from quincunx.cli.parser import help_text
from quincunx.cli.settings import add_settings, as_typed, typed_settings
from quincunx.cli.terminal.output import print_json
from quincunx.cli.terminal.screen import print_table
from quincunx.core.messages import Message, pattern, render
from quincunx.server.ops.settings import find_settings
from quincunx.server.ops.settings_list import ListedSetting, list_settings

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("settings", help=help_text("settings"))
    parser.set_defaults(run=run)
    add_settings(parser)
    parser.add_argument("--json", action="store_true", help=help_text("json"))


def run(arguments: Namespace) -> None:
    found = find_settings(typed_settings(arguments), os.environ, arguments.config)
    listed = list_settings(found)
    if arguments.json:
        print_json(listed)
        return
    headings = [pattern(f"cli.settings.column.{column}") for column in ("setting", "value", "from")]
    print_table(headings, [(each.setting, as_typed(each.value), _origin(each)) for each in listed])


def _origin(listed: ListedSetting) -> str:
    return render(Message(f"cli.settings.{listed.source}", {"where": listed.where}))
