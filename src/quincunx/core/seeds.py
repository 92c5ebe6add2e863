"""Verifiable dealing: a commitment to the seed is shown before the game, the seed after it."""

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
    """The source of a table's chance: the server's secret and the players' nonces."""

    secret: str
    """32 bytes, in hexadecimal."""
    nonces: tuple[str, ...] = ()
    """The nonces of the players' "ready" requests, in order."""

    @classmethod
    def of(cls, seed: int | Seed | None) -> Seed:
        """Return the seed for a number, so that a deal can be repeated; a random one for `None`."""
        if isinstance(seed, Seed):
            return seed
        if seed is None:
            return cls(secrets.token_hex(32))
        return cls(sha256(f"quincunx-seed/{seed}".encode()).hexdigest())

    @property
    def key(self) -> bytes:
        """The key of the chance: a hash of the secret and the nonces."""
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
    position: str | None = None,
) -> str:
    """Return the hash that is shown before the game: it fixes the seed and the game it is for.

    `origin` is the table and version that the game was branched off from; the results up to there
    come from that game's seed. `position` is the position from which the game started, if it was
    not dealt.
    """
    committed = [_COMMITMENT, table, game, rules, dict(options), seats, secret]
    if origin is not None:
        committed.append(list(origin))
    if position is not None:
        committed.append(position)
    return sha256(_canonical(committed)).hexdigest()


def daily_commitment(secret: str, *, day: str, game: str) -> str:
    """Return the hash that is shown all day: it fixes the deal of a daily game."""
    return sha256(_canonical([_DAILY, day, game, secret])).hexdigest()


def next_secret(secret: str) -> str:
    """Return the secret to try if the deal of this one is not suitable."""
    return sha256(_canonical([_NEXT, secret])).hexdigest()


def _canonical(value: object) -> bytes:
    """Encode as compact JSON with sorted keys: the same bytes in every language."""
    return msgspec.json.encode(value, order="sorted")
