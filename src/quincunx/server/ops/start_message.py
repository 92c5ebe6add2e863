"""Says under which addresses a server can be opened, when it has started."""

from __future__ import annotations

import os
import socket
import sys
from typing import TextIO

from quincunx.core.messages import Message, pattern, render
from quincunx.server.ops.network_addresses import network_addresses
from quincunx.server.ops.qr_code import (
    can_show_qr_code,
    qr_code,
    qr_code_width,
    terminal_columns,
)
from quincunx.server.ops.settings import ANY_ADDRESS, local_name, url_of


def print_start_message(host: str, listening: socket.socket) -> None:
    """Print the server's address and, if the network can reach it, those for other machines."""
    port = listening.getsockname()[1]
    print(render(Message("server.running", {"url": url_of(local_name(host), port)})))
    if host in ANY_ADDRESS:
        urls = [url_of(address, port) for address in network_addresses(_families(listening))]
        _print_network(urls, sys.stdout)
    sys.stdout.flush()


def _families(listening: socket.socket) -> list[socket.AddressFamily]:
    """Return the kinds of address that the socket accepts: for `::` usually both."""
    if listening.family == socket.AF_INET:
        return [socket.AF_INET]
    if listening.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
        return [socket.AF_INET6]
    return [socket.AF_INET, socket.AF_INET6]


def _print_network(urls: list[str], stream: TextIO) -> None:
    if not urls:
        return
    print(pattern("server.running_network"), file=stream)
    for url in urls:
        print(f"  {url}", file=stream)
    if can_show_qr_code(stream, os.environ):
        code = qr_code(urls[0])
        if qr_code_width(code) <= terminal_columns(stream):
            print("\n".join(["", *code]), file=stream)
