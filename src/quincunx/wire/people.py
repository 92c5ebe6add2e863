"""People, as the house knows them and as others may."""

from __future__ import annotations

import msgspec

from quincunx.wire.ids import PersonId


class Person(msgspec.Struct, frozen=True):
    """Somebody, as others may know them."""

    id: PersonId
    name: str


class GuestName(msgspec.Struct, frozen=True):
    """Asks for a name to play under."""

    name: str


class Me(msgspec.Struct, frozen=True):
    """Who is looking."""

    person: Person
    login: str | None = None
    """The account's name; none for a guest."""


class Register(msgspec.Struct, frozen=True):
    """Makes an account of the guest, who keeps all games."""

    login: str
    password: str


class LogIn(msgspec.Struct, frozen=True):
    """Comes back as the person whose account it is."""

    login: str
    password: str


class NewPassword(msgspec.Struct, frozen=True):
    """Another password; every other session ends."""

    old: str
    new: str


class DeleteMe(msgspec.Struct, frozen=True):
    """Goes for good; an account says its password once more."""

    password: str = ""
