"""Alerts: what a person is told who does not have the page in front of them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

AlertKind = Literal["turn", "joined", "proposal", "ended", "invited", "paired"]
"""Your turn; a player joined your table; a proposal, or the answer to yours; the end of a game; an
invitation to a table, or a friend request; players were found for your rated game."""

MailAlertKind = Literal["turn", "joined", "proposal", "ended", "invited"]
"""The kinds of alerts that are of use minutes later."""

PushEndpoint = Annotated[str, msgspec.Meta(min_length=1, max_length=1024)]
"""The address of a browser at its push service; the longest in use have about 700 characters."""


class PushKeys(msgspec.Struct, frozen=True):
    """What messages to a browser are encrypted with, in URL-safe base64."""

    p256dh: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{87}=?$")]
    """The browser's public key: a point of the curve P-256."""
    auth: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{22}={0,2}$")]


class PushAddress(msgspec.Struct, frozen=True):
    """Where a browser can be sent push messages."""

    endpoint: PushEndpoint
    keys: PushKeys


class SubscribePush(msgspec.Struct, frozen=True):
    """Have push messages sent to this browser until the session ends; sent again, it replaces."""

    address: PushAddress
    language: Annotated[str, msgspec.Meta(max_length=8)]
    kinds: Annotated[tuple[AlertKind, ...], msgspec.Meta(max_length=16)]


class RenewPush(msgspec.Struct, frozen=True):
    """Replace the address of a browser by a new one, with the same language and kinds."""

    old: PushEndpoint
    address: PushAddress


class UnsubscribePush(msgspec.Struct, frozen=True):
    """Send no more push messages to this browser."""

    endpoint: PushEndpoint


class PushKey(msgspec.Struct, frozen=True):
    """The public key of the server's push messages, which a browser subscribes with."""

    key: str


class PushMessage(msgspec.Struct, frozen=True):
    """A push message, as the page's service worker receives it after decryption."""

    id: str
    """The same if the message is delivered twice."""
    kind: AlertKind
    tag: str
    """A notification replaces the one with the same tag: at a table, the table's id."""
    title: str
    text: str
    path: str
    """The path of the page that the notification opens."""
