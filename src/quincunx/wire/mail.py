"""The e-mail address of an account, where the server sends e-mail."""

from __future__ import annotations

import msgspec


class OwnMailAddress(msgspec.Struct, frozen=True):
    """Your e-mail address; nobody else sees it."""

    address: str | None = None
    pending: str | None = None
    """A new address that you have not confirmed yet."""


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
