"""Which systems a command runs on."""

from __future__ import annotations

import sys

from quincunx.cli.errors import UnsupportedSystem


def needs_posix(command: str) -> None:
    """Refuse a command that locks files and handles signals as only POSIX systems can."""
    if sys.platform == "win32":
        raise UnsupportedSystem("cli.needs_posix", command=command)
