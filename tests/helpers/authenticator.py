"""A passkey's authenticator in software, for tests without a browser."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.webauthn import Aaguid, AttestedCredentialData, AuthenticatorData

from quincunx.wire import LogInWithPasskey, NewPasskey, PasskeyChallenge, PasskeyCreation

PRESENT, VERIFIED, WITH_CREDENTIAL = 0x01, 0x04, 0x40


class Authenticator:
    """Holds one passkey; `flags` and `counter` are what it claims next."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.credential_id = secrets.token_bytes(32)
        self.user_handle = ""
        self.flags = PRESENT | VERIFIED
        self.counter = 1

    def create(
        self, wanted: PasskeyCreation, origin: str, name: str = "Phone", **changes: Any
    ) -> NewPasskey:
        """Answer what the server wants; `changes` replace values of the client's data."""
        self.user_handle = wanted.user_id
        credential = AttestedCredentialData.create(
            Aaguid.NONE, self.credential_id, self._public_key()
        )
        attestation = cbor.encode(
            {
                "fmt": "none",
                "attStmt": {},
                "authData": self._data(wanted.rp_id, WITH_CREDENTIAL, credential),
            }
        )
        client = _client_data("webauthn.create", wanted.challenge, origin, changes)
        return NewPasskey(name, self.id, encoded(client), encoded(attestation))

    def log_in(self, wanted: PasskeyChallenge, origin: str, **changes: Any) -> LogInWithPasskey:
        """Sign a challenge."""
        client = _client_data("webauthn.get", wanted.challenge, origin, changes)
        data = self._data(wanted.rp_id)
        signature = self._key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return LogInWithPasskey(
            self.id, encoded(client), encoded(data), encoded(signature), self.user_handle
        )

    @property
    def id(self) -> str:
        return encoded(self.credential_id)

    def _public_key(self) -> ES256:
        key: ES256 = ES256.from_cryptography_key(self._key.public_key())  # type: ignore[no-untyped-call]
        return key

    def _data(self, site: str, flags: int = 0, credential: bytes = b"") -> bytes:
        claimed = AuthenticatorData.FLAG(self.flags | flags)
        digest = sha256(site.encode()).digest()
        return bytes(AuthenticatorData.create(digest, claimed, self.counter, credential))


def encoded(value: bytes) -> str:
    """Return base64url without padding."""
    return urlsafe_b64encode(value).decode().rstrip("=")


def _client_data(kind: str, challenge: str, origin: str, changes: dict[str, Any]) -> bytes:
    data = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
    return json.dumps(data | changes).encode()
