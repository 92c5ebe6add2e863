"""Decides which addresses push messages are sent to: they come from users.

A modified client can name any endpoint, for example a service in the operator's own network. The
name is checked when the browser subscribes. The address that it stands for is checked for each
connection, after the lookup, so that a name whose address changes gains nothing.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final
from urllib.parse import urlsplit

from quincunx.server.common.errors import TableError
from quincunx.server.common.local_names import LOCAL_SUFFIXES

GLOBAL_UNICAST: Final = ip_network("2000::/3")
"""The IPv6 addresses of the public internet. Outside of it are those that gateways translate to
IPv4 addresses, private ones included, and kinds that only old networks use."""


class BadPushEndpoint(TableError):
    """The endpoint is not a public address of a push service."""


class NotPublic(OSError):
    """The name of an endpoint stands for an address that is not public."""


def check_endpoint(endpoint: str, *, allows_private: bool) -> None:
    """Raise `BadPushEndpoint` unless it is an https address that may be public.

    With `allows_private` any http or https address is good.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadPushEndpoint("table.refusal.push_endpoint") from None
    is_plain = endpoint.isascii() and endpoint.isprintable() and "@" not in parts.netloc
    schemes = ("https", "http") if allows_private else ("https",)
    if not (is_plain and host and parts.scheme in schemes):
        raise BadPushEndpoint("table.refusal.push_endpoint")
    if not allows_private and (port not in (None, 443) or not may_be_public(host)):
        raise BadPushEndpoint("table.refusal.push_endpoint")


def may_be_public(host: str) -> bool:
    """Return whether a host is a public address, or a name that is not obviously private."""
    try:
        return is_public(host)
    except ValueError:
        return "." in host.rstrip(".") and not host.rstrip(".").endswith(LOCAL_SUFFIXES)


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the public internet."""
    parsed: IPv4Address | IPv6Address = ip_address(address)
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return is_public(str(parsed.ipv4_mapped))
        if parsed.sixtofour is not None or parsed.teredo is not None:
            return False
        if parsed not in GLOBAL_UNICAST:
            return False
    return parsed.is_global and not parsed.is_multicast


def open_public_socket(address_info: tuple[Any, ...]) -> socket.socket:
    """Return a socket for a connection to that address; raise `NotPublic` for a private one."""
    family, kind, protocol, _, address = address_info
    if not is_public(str(address[0]).partition("%")[0]):
        raise NotPublic(f"{address[0]} is not a public address")
    return socket.socket(family, kind, protocol)
