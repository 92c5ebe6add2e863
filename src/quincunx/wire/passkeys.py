"""Passkeys (WebAuthn): another way to log in. Binary values are base64url without padding."""

from __future__ import annotations

import msgspec


class OwnPasskey(msgspec.Struct, frozen=True):
    """One of your passkeys."""

    id: str
    name: str
    created: int
    """Wall time, like `used`."""
    used: int | None = None


class StartPasskey(msgspec.Struct, frozen=True):
    """Begin to create a passkey; needs the password."""

    password: str


class PasskeyCreation(msgspec.Struct, frozen=True):
    """What `navigator.credentials.create` needs."""

    challenge: str
    rp_id: str
    rp_name: str
    user_id: str
    login: str
    name: str
    algorithms: tuple[int, ...]
    existing: tuple[str, ...]
    """The ids of your passkeys: a device that has one of them does not get another."""


class NewPasskey(msgspec.Struct, frozen=True):
    """A passkey that the browser has created."""

    name: str
    id: str
    client_data: str
    attestation: str


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """What `navigator.credentials.get` needs."""

    challenge: str
    rp_id: str


class LogInWithPasskey(msgspec.Struct, frozen=True):
    """The browser's answer to a challenge."""

    id: str
    client_data: str
    authenticator_data: str
    signature: str
    user_handle: str = ""


class RenamePasskey(msgspec.Struct, frozen=True):
    """Give a passkey another name."""

    id: str
    name: str


class RemovePasskey(msgspec.Struct, frozen=True):
    """Remove a passkey; needs the password, so that there is another way to log in."""

    id: str
    password: str
