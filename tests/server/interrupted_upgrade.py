"""An upgrade that is killed in the middle: `python -m tests.server.interrupted_upgrade URL WHEN`.

It dies before change number WHEN, or before the commit if there are not so many.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from itertools import count
from typing import Any

from sqlalchemy import Engine, event

from quincunx.server.storage.upgrade import upgrade

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
