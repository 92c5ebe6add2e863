"""Accounts with cheap password hashes."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from argon2 import PasswordHasher

from quincunx.server.people.accounts.accounts import (
    Accounts,
)
from quincunx.server.people.accounts.passwords import Passwords
from quincunx.server.people.accounts.recovery import Recovery
from quincunx.server.storage.store import Store

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SECRET = "correct horse"


def accounts(store: Store, clock: Callable[[], float] = monotonic) -> Accounts:
    """Return the accounts of a store, with cheap password hashes."""
    return Accounts(store, Passwords(QUICK), clock)


def recovery(store: Store, clock: Callable[[], float] = monotonic) -> Recovery:
    """Return the recovery of accounts of a store, with cheap password hashes."""
    return Recovery(store, accounts(store), Passwords(QUICK), clock)
