"""Verifiable dealing: a seed is promised before anyone is ready, and shown after the end."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import sha256

import msgspec

_COMMITMENT = "quincunx-commitment/1"
_KEY = "quincunx-key/1"


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
    secret: str, *, table: str, game: str, rules: int, options: Mapping[str, object], seats: int
) -> str:
    """The promise that is shown before the game: it fixes the seed and what it is for."""
    promised = [_COMMITMENT, table, game, rules, dict(options), seats, secret]
    return sha256(_canonical(promised)).hexdigest()


def _canonical(value: object) -> bytes:
    """Compact JSON with sorted keys: the same bytes in every language."""
    return msgspec.json.encode(value, order="sorted")
