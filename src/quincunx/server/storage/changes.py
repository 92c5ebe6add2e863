"""What is written to the store: jobs, and compare-and-swap changes of single tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection

from quincunx.server.common.times import wall_clock
from quincunx.server.storage import log_entries
from quincunx.server.storage.compare_and_swap import Swap, swap_all
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.log_entries import StoredEntry
from quincunx.wire import TableId

T = TypeVar("T")
Job = Callable[[StoreConnection], Awaitable[T]]
"""Part of a transaction. It may run again if the transaction has to be retried."""


class TableChange(msgspec.Struct, frozen=True):
    """A change of a table whose stored revision is `revision`, which it increases by one.

    `values` are new values of the table's row, `entries` are appended to its log, and `extra_jobs`
    run in the same transaction. If the stored revision is another one, nothing of this happens.
    """

    table: TableId
    revision: int
    values: dict[str, Any]
    entries: tuple[StoredEntry, ...] = ()
    extra_jobs: tuple[Job[None], ...] = ()


def apply_changes(connection: Connection, changes: list[TableChange]) -> set[TableId]:
    """Apply at most one change for each table; return the ids of the tables that were changed.

    Extra jobs are not run here.
    """
    by_columns: defaultdict[tuple[str, ...], list[Swap]] = defaultdict(list)
    stored = wall_clock()
    for change in changes:
        rows = [log_entries.to_row(change.table, entry, stored) for entry in change.entries]
        by_columns[tuple(change.values)].append(
            Swap(change.table, change.revision, change.values, rows)
        )
    return set().union(*(swap_all(connection, swaps) for swaps in by_columns.values()))
