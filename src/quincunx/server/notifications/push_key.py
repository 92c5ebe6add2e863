"""The key pair with which the server signs push messages (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import secrets
from typing import Final

from sqlalchemy import select, update

from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store

P256_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: a private key is a number from 1 to one less than this."""


async def load_push_key(store: Store) -> str:
    """Return the private key in URL-safe base64; the first process that asks makes it.

    Browsers are subscribed with its public half, so it must stay the same for all processes.
    """
    made = base64url((secrets.randbelow(P256_ORDER - 1) + 1).to_bytes(32, "big"))

    async def job(connection: StoreConnection) -> str:
        state = schema.server_state
        await connection.execute(
            update(state).where(state.c.push_key.is_(None)).values(push_key=made)
        )
        stored: str = await connection.scalar(select(state.c.push_key))
        return stored

    return await store.write(job)


def public_push_key(private_key: str) -> str:
    """Return the public key as browsers want it: an uncompressed point in URL-safe base64."""
    # Takes a tenth of a second to import, and only servers with subscribers need it.
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(base64.urlsafe_b64decode(private_key + "=="), "big")
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return base64url(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def base64url(content: bytes) -> str:
    """Return URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
