"""E-mail addresses as people type them."""

from __future__ import annotations

from email.errors import MessageError
from email.headerregistry import Address
from typing import Final

import msgspec

from quincunx.server.common.errors import TableError
from quincunx.server.ops.settings import MailAddress

MAX_ADDRESS_CHARACTERS: Final = 254
"""The limit of SMTP; a longer text is not read."""

MAX_LOCAL_PART_CHARACTERS: Final = 64
"""The limit of SMTP for what is before the @."""


class BadMailAddress(TableError):
    """The text is not an e-mail address that this server can send to."""


def clean_address(typed: str) -> str:
    """Return the address as it is stored; raise `BadMailAddress` if it cannot be one.

    It is stored in lower case, which no provider tells apart, so that its owner is found however
    they type it. A domain in another script is converted to what the domain name system uses.
    """
    shortened = typed.strip()[: MAX_ADDRESS_CHARACTERS + 1].lower()
    local, _, domain = shortened.rpartition("@")
    try:
        ascii_domain = domain.encode("idna").decode()
        address = msgspec.convert(f"{local}@{ascii_domain}", MailAddress)
        # Browsers accept some addresses that mail programs do not, such as `a..b@example.org`.
        Address(addr_spec=address)
    except (ValueError, MessageError):
        raise _bad_address() from None
    if len(local) > MAX_LOCAL_PART_CHARACTERS or "." not in ascii_domain:
        raise _bad_address()
    return address


def mailbox(address: str) -> str:
    """Return what addresses of the same mailbox have in common, to count mails by.

    Most providers ignore what follows a plus sign.
    """
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def _bad_address() -> BadMailAddress:
    return BadMailAddress("table.refusal.bad_mail_address")
