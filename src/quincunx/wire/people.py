"""People and accounts."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.wire.ids import PersonId


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person or a bot account, with what everybody may know."""

    id: PersonId
    name: str
    bot: bool = False
    """Whether it is a bot account: a program plays, and a person owns it."""


class GuestName(msgspec.Struct, frozen=True):
    """Start as a guest with this name, or change the name."""

    name: str


class Me(msgspec.Struct, frozen=True):
    """The person who makes the request."""

    person: Person
    login: str | None = None
    """The login name of the account; `None` for a guest."""
    renamed_why: str | None = None
    """If the operator has replaced the name and the person has not seen it yet: the operator's
    reason, which may be empty. Only in the response to `GET /api/me`."""


class Register(msgspec.Struct, frozen=True):
    """Turn the guest into an account; all games are kept."""

    login: str
    password: str
    invitation: str = ""
    """The token of the operator's invitation, where an account needs one."""


class LogIn(msgspec.Struct, frozen=True):
    """Log in with an account."""

    login: str
    password: str


class NewPassword(msgspec.Struct, frozen=True):
    """Change the password; every other session ends."""

    old: str
    new: str


class DeleteMe(msgspec.Struct, frozen=True):
    """Delete the person; an account must confirm its password."""

    password: str = ""


ReportedPart = Literal["name", "avatar"]
"""What a report about a person is about."""


class ReportPerson(msgspec.Struct, frozen=True):
    """Report a person's name or avatar to the operator."""

    about: ReportedPart
    why: str = ""
