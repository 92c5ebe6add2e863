"""The e-mail address of an account, where the server sends e-mail."""

from __future__ import annotations

from typing import Annotated

import msgspec

from quincunx.wire.alerts import MailAlertKind


class OwnMailAddress(msgspec.Struct, frozen=True):
    """Your e-mail address; nobody else sees it."""

    address: str | None = None
    pending: str | None = None
    """A new address that you have not confirmed yet."""
    alerts: tuple[MailAlertKind, ...] = ()
    """What you are told by e-mail if no browser of yours is told of it."""


class NewMailAddress(msgspec.Struct, frozen=True):
    """Ask for a link that confirms a new address; needs the password."""

    address: str
    password: str
    language: str
    """Of the mails to this address, such as `en`."""


class ConfirmMailAddress(msgspec.Struct, frozen=True):
    """Confirm an address with the token of the link that was sent to it."""

    token: str


class RemoveMailAddress(msgspec.Struct, frozen=True):
    """Remove the address, and one that is not confirmed yet; needs the password."""

    password: str


class SendPasswordLink(msgspec.Struct, frozen=True):
    """Ask for a link to set a new password, by e-mail."""

    account: str
    """The user name or the e-mail address."""


class ChooseMailAlerts(msgspec.Struct, frozen=True):
    """Choose what your confirmed address is told of; nothing ends such mails."""

    kinds: Annotated[tuple[MailAlertKind, ...], msgspec.Meta(max_length=16)]


class StopMailAlerts(msgspec.Struct, frozen=True):
    """End the mails about games and invitations, with the token of the link in each of them."""

    token: str
