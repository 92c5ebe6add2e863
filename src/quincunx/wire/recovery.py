"""Recovery of an account whose password is lost."""

from __future__ import annotations

import msgspec

from quincunx.wire.people import Person


class Registered(msgspec.Struct, frozen=True):
    """The new account, with its recovery codes, which the server shows only this once."""

    person: Person
    login: str
    recovery_codes: tuple[str, ...]


class RecoveryCodesLeft(msgspec.Struct, frozen=True):
    """How many recovery codes you have left."""

    left: int


class RenewRecoveryCodes(msgspec.Struct, frozen=True):
    """Replace the recovery codes by new ones; needs the password."""

    password: str


class RecoveryCodes(msgspec.Struct, frozen=True):
    """New recovery codes, which the server shows only this once."""

    codes: tuple[str, ...]


class Recover(msgspec.Struct, frozen=True):
    """Set a new password with a recovery code; every other session ends."""

    login: str
    code: str
    """Upper and lower case are the same; hyphens may be left out."""
    password: str


class Recovered(msgspec.Struct, frozen=True):
    """The account that has a new password."""

    person: Person
    login: str
    codes_left: int


class UsePasswordLink(msgspec.Struct, frozen=True):
    """Set a new password with the token of a link; every other session ends."""

    token: str
    password: str
