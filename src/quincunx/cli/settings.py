"""The server's settings as arguments; the environment and a file supply the others."""

from __future__ import annotations

import os
from argparse import SUPPRESS, Namespace
from importlib import import_module
from pathlib import Path

from msgspec.structs import fields

from quincunx.cli.extras import needs_extra
from quincunx.cli.parser import Parser
from quincunx.core.messages import Message, pattern, render
from quincunx.server.ops.settings import Settings, command_line_option, load_settings

STORE = ("data", "database")
"""The settings that locate the store."""

PAGE = ("host", "port", "allowed_hosts")
"""The settings that locate the page."""


def add_settings(parser: Parser, *names: str) -> None:
    """Add arguments for these settings (for all, if none is named) and for a settings file."""
    for name in names or Settings.__struct_fields__:
        parser.add_argument(
            command_line_option(name),
            dest=name,
            metavar="VALUE",
            default=SUPPRESS,
            help=_help(name),
        )
    parser.add_argument("--config", type=Path, metavar="FILE", help=pattern("cli.config"))


def read_settings(arguments: Namespace) -> Settings:
    settings = load_settings(typed_settings(arguments), os.environ, arguments.config)
    if settings.database is not None:
        with needs_extra("postgresql"):
            import_module("asyncpg")
    return settings


def typed_settings(arguments: Namespace) -> dict[str, str]:
    """Return the settings that the command line names, unchecked."""
    return {
        name: value for name, value in vars(arguments).items() if name in Settings.__struct_fields__
    }


def _help(name: str) -> str:
    words = pattern(f"server.setting.{name}")
    default = shown_default(name)
    if not default:
        return words
    return f"{words} ({render(Message('cli.option_default', {'value': default}))})"


def shown_default(name: str) -> str:
    """Return the default of a setting, as it would be typed."""
    (default,) = (field.default for field in fields(Settings) if field.name == name)
    return as_typed(default)


def as_typed(value: object) -> str:
    """Return a setting's value as it would be typed; an empty text for `None`."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(value) if isinstance(value, tuple) else str(value)
