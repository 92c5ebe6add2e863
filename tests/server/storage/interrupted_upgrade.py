"""Run an upgrade that kills itself halfway, as a program.

`python -m tests.server.storage.interrupted_upgrade URL N` dies before change number N, or before
the commit if there are fewer changes.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from itertools import count
from typing import Any

from sqlalchemy import Engine, event

from quincunx.server.storage.maintenance.upgrade import upgrade

CHANGES = ("CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE")


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_at(last: int) -> None:
    numbers = count(1)

    def before(_c: Any, _cursor: Any, statement: str, *_: object) -> None:
        if statement.lstrip().startswith(CHANGES) and next(numbers) == last:
            die()

    event.listen(Engine, "before_cursor_execute", before)
    event.listen(Engine, "commit", die)


if __name__ == "__main__":
    die_at(int(sys.argv[2]))
    asyncio.run(upgrade(sys.argv[1]))
