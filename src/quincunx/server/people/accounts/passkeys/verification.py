"""Verification of what browsers answer to a challenge, in threads, with python-fido2.

The library is imported when it is first used, because it and `cryptography` take a while to load.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from quincunx.server.common.errors import TableError
from quincunx.server.people.accounts.passkeys.site import PasskeySite
from quincunx.wire import LogInWithPasskey, NewPasskey

if TYPE_CHECKING:
    from fido2.server import Fido2Server

T = TypeVar("T")

ALGORITHMS: Final = (-8, -7, -257)
"""COSE's numbers for EdDSA, ES256 and RS256, which all authenticators together need."""

MAX_CREDENTIAL_BYTES: Final = 4096
"""Of an id and a public key together; the longest id has 1,023 bytes."""

REQUIRED: Final = "required"
"""The user must be verified, by a PIN or a fingerprint: a passkey alone logs in."""


class BadPasskey(TableError):
    """The passkey is unknown, or its answer does not fit the challenge; not told apart."""

    status = 403


class CreatedCredential(NamedTuple):
    """A new passkey, as it is stored."""

    id: str
    credential: bytes
    counter: int
    challenge: str


class Assertion(NamedTuple):
    """A verified answer to a challenge."""

    counter: int
    challenge: str
    user_handle: bytes


async def verify_creation(site: PasskeySite, answer: NewPasskey) -> CreatedCredential:
    """Return the new credential, or raise `BadPasskey`."""
    return await _in_thread(lambda: _creation(site, answer))


async def verify_assertion(
    site: PasskeySite, credential: bytes, answer: LogInWithPasskey
) -> Assertion:
    """Return the verified answer of a stored credential, or raise `BadPasskey`."""
    return await _in_thread(lambda: _assertion(site, credential, answer))


def bad_passkey() -> BadPasskey:
    return BadPasskey("table.refusal.bad_passkey")


async def _in_thread(work: Callable[[], T]) -> T:
    try:
        return await asyncio.to_thread(work)
    except Exception:
        # Decoders of JSON, base64, CBOR and keys fail in many ways on what a stranger has written.
        raise bad_passkey() from None


def _creation(site: PasskeySite, answer: NewPasskey) -> CreatedCredential:
    from fido2.utils import websafe_encode
    from fido2.webauthn import RegistrationResponse

    response = RegistrationResponse.from_dict(
        _response(
            answer.id,
            {"clientDataJSON": answer.client_data, "attestationObject": answer.attestation},
        )
    )
    challenge = websafe_encode(response.response.client_data.challenge)
    verified = _server(site).register_complete(_state(challenge), response)
    created = verified.credential_data
    if (
        created is None
        or created.credential_id != response.raw_id
        or created.public_key.ALGORITHM not in ALGORITHMS
        or len(created) > MAX_CREDENTIAL_BYTES
    ):
        raise bad_passkey()
    return CreatedCredential(
        websafe_encode(created.credential_id), bytes(created), verified.counter, challenge
    )


def _assertion(site: PasskeySite, credential: bytes, answer: LogInWithPasskey) -> Assertion:
    from fido2.utils import websafe_encode
    from fido2.webauthn import AttestedCredentialData, AuthenticationResponse

    response = AuthenticationResponse.from_dict(
        _response(
            answer.id,
            {
                "clientDataJSON": answer.client_data,
                "authenticatorData": answer.authenticator_data,
                "signature": answer.signature,
                "userHandle": answer.user_handle,
            },
        )
    )
    inner = response.response
    challenge = websafe_encode(inner.client_data.challenge)
    _server(site).authenticate_complete(
        _state(challenge), [AttestedCredentialData(credential)], response
    )
    return Assertion(inner.authenticator_data.counter, challenge, inner.user_handle or b"")


def _server(site: PasskeySite) -> Fido2Server:
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    party = PublicKeyCredentialRpEntity(name=site.id, id=site.id)
    return Fido2Server(party, verify_origin=lambda origin: origin == site.origin)


def _state(challenge: str) -> dict[str, str]:
    """Return what the library compares; the store says whether the challenge is one of ours."""
    return {"challenge": challenge, "user_verification": REQUIRED}


def _response(credential_id: str, inner: dict[str, str]) -> dict[str, Any]:
    return {"id": credential_id, "rawId": credential_id, "response": inner, "type": "public-key"}
