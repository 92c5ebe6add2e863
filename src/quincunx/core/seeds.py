"""Verifiable dealing: a seed is promised before anyone is ready, and shown after the end."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import sha256

import msgspec

_COMMITMENT = "quincunx-commitment/1"
_KEY = "quincunx-key/1"
_DAILY = "quincunx-daily/1"
_NEXT = "quincunx-next/1"


class Seed(msgspec.Struct, frozen=True):
    """Where a table's chance comes from: its secret, and what the players added to it."""

    secret: str
    """32 bytes, in hexadecimal."""
    nonces: tuple[str, ...] = ()
    """What each person's "ready" brought, in the order in which they came."""

    @classmethod
    def of(cls, seed: int | None) -> Seed:
        """The seed for a number, so that a game can be dealt again; `None`: a fresh secret."""
        if seed is None:
            return cls(secrets.token_hex(32))
        return cls(sha256(f"quincunx-seed/{seed}".encode()).hexdigest())

    @property
    def key(self) -> bytes:
        return sha256(_canonical([_KEY, self.secret, list(self.nonces)])).digest()


def commitment(
    secret: str,
    *,
    table: str,
    game: str,
    rules: int,
    options: Mapping[str, object],
    seats: int,
    origin: tuple[str, int] | None = None,
) -> str:
    """The promise that is shown before the game: it fixes the seed and what it is for.

    `origin`: the table and version whose position is played on; results up to there are not its.
    """
    promised = [_COMMITMENT, table, game, rules, dict(options), seats, secret]
    if origin is not None:
        promised.append(list(origin))
    return sha256(_canonical(promised)).hexdigest()


def daily_commitment(secret: str, *, day: str, game: str) -> str:
    """The promise that is shown all day, about the one deal that everybody gets."""
    return sha256(_canonical([_DAILY, day, game, secret])).hexdigest()


def next_secret(secret: str) -> str:
    """The secret to take where the deal of this one will not do."""
    return sha256(_canonical([_NEXT, secret])).hexdigest()


def _canonical(value: object) -> bytes:
    """Compact JSON with sorted keys: the same bytes in every language."""
    return msgspec.json.encode(value, order="sorted")
