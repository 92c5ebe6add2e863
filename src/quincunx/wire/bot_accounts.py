"""Bot accounts: the accounts under which programs play, as their owner sees them."""

from __future__ import annotations

import msgspec

from quincunx.wire.people import Person


class NewBotAccount(msgspec.Struct, frozen=True):
    """Create a bot account with this name."""

    name: str


class OwnBotAccount(msgspec.Struct, frozen=True):
    """A bot account of yours."""

    person: Person
    created: int
    """Wall time, in milliseconds since 1970."""
    token_created: int | None = None
    """When its token was made; `None` if the token has been revoked."""
    token_used: int | None = None
    """When the token was last used, to the hour; `None` if never."""


class BotToken(msgspec.Struct, frozen=True):
    """A bot account with its new token, which the server shows only this once."""

    account: OwnBotAccount
    token: str
