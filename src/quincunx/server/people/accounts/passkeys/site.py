"""The site that a passkey belongs to: WebAuthn's relying party."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from quincunx.server.common.errors import TableError

LOCALHOST: Final = "localhost"


class NoPasskeysHere(TableError):
    """Browsers offer passkeys only over TLS or at `localhost`, and not for IP addresses."""


class PasskeySite(NamedTuple):
    """Where the page is open."""

    id: str
    """The host name: a passkey works only there. WebAuthn calls it the relying party's id."""
    origin: str
    """What the browser writes into the signed data."""


def passkey_site(origin: str | None) -> PasskeySite:
    """Return the site of a page with this origin, or raise `NoPasskeysHere`.

    The caller has checked that the origin is that of the request's host, and the host guard that
    the operator allows that host.
    """
    parts = urlsplit(origin or "")
    host = (parts.hostname or "").lower()
    is_local = host == LOCALHOST or host.endswith(f".{LOCALHOST}")
    is_secure = parts.scheme == "https" or (parts.scheme == "http" and is_local)
    if origin is None or not host or not is_secure or _is_address(host):
        raise NoPasskeysHere("table.refusal.no_passkeys_here")
    return PasskeySite(host, origin)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
