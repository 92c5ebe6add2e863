"""Finds the addresses under which other machines on the network reach this one."""

from __future__ import annotations

import fcntl
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from typing import Final

ELSEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are reserved for documentation. Nothing is ever sent to them."""

_GET_INTERFACE_ADDRESS: Final = 0x8915
"""Linux's `SIOCGIFADDR`."""
_INTERFACE_REQUEST: Final = struct.Struct("16s4x4s16x")
"""Linux's `struct ifreq`: the interface's name, then family and port, then the address."""


def network_addresses(families: Iterable[socket.AddressFamily]) -> list[str]:
    """Return this machine's addresses, the one that other machines most likely reach first."""
    found: dict[str, None] = {}
    for family in families:
        found.update(dict.fromkeys(_outgoing_addresses(family)))
        if family == socket.AF_INET:
            found.update(dict.fromkeys(_interface_addresses()))
    return [address for address in found if _can_be_reached(address)]


def _outgoing_addresses(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the address that packets to other networks would carry, if there is a route."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            # For UDP this only looks up the route.
            probe.connect((ELSEWHERE[family], 9))
        except OSError:
            return
        yield probe.getsockname()[0]


def _interface_addresses() -> Iterator[str]:
    """Yield the IPv4 address of each network interface, on Linux."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            request = _INTERFACE_REQUEST.pack(name.encode(), bytes(4))
            try:
                reply = fcntl.ioctl(any_socket, _GET_INTERFACE_ADDRESS, request)
            except OSError:
                # The interface has no IPv4 address.
                continue
            _, packed = _INTERFACE_REQUEST.unpack(reply)
            yield socket.inet_ntoa(packed)


def _can_be_reached(address: str) -> bool:
    parsed = ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)
