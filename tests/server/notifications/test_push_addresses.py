"""Messages are sent to public push services only, wherever a modified client points."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any

import pytest

from quincunx.server.notifications.push_addresses import (
    BadPushEndpoint,
    NotPublic,
    check_endpoint,
    is_public,
    open_public_socket,
)

PRIVATE = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::10.0.0.1",
    "2002:7f00:1::",
    "2001:0:53aa:64c:0:0:0:0",
    "fc00::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]

PUBLIC = ["142.250.74.10", "1.1.1.1", "2a00:1450:4001:830::200a", "::ffff:1.1.1.1"]


@pytest.mark.parametrize("address", PRIVATE)
def test_a_private_address_is_never_connected_to(address: str) -> None:
    assert not is_public(address)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    info: tuple[Any, ...] = (family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, 443))
    with pytest.raises(NotPublic):
        open_public_socket(info)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_may_be_connected_to(address: str) -> None:
    assert is_public(address)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    info: tuple[Any, ...] = (family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, 443))
    # A machine without IPv6 cannot make such a socket; nothing is connected here.
    with suppress(OSError):
        open_public_socket(info).close()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "ftp://push.example.org/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://192.168.0.1/a",
        "https://localhost/a",
        "https://database/a",
        "https://printer.local/a",
        "https://printer.lan./a",
        "https://metadata.google.internal/a",
        "https://push.example.org:5432/a",
        "https://ada@push.example.org/a",
        "https:///a",
        "https://[broken/a",
        "https://push.example.org:99999/a",
        "https://push.example.org/a\r\nHost: other",
        "https://pu\u0455h.example.org/",
        "push.example.org",
    ],
)
def test_an_endpoint_that_is_no_public_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(BadPushEndpoint):
        check_endpoint(endpoint, allows_private=False)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://wns2-par02p.notify.windows.com/w/?token=abc%2b",
    ],
)
def test_the_endpoints_of_browsers_are_accepted(endpoint: str) -> None:
    check_endpoint(endpoint, allows_private=False)


def test_an_operator_can_allow_private_addresses() -> None:
    check_endpoint("http://127.0.0.1:8080/push", allows_private=True)
    with pytest.raises(BadPushEndpoint):
        check_endpoint("ftp://127.0.0.1/push", allows_private=True)
