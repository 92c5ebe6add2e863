"""Free TCP ports for servers that tests start."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from itertools import count

_ports = count(20_000 + os.getpid() * 97 % 12_000)


def free_port() -> int:
    """Return a port below the ephemeral range, so that no client takes it before the server."""
    while True:
        port = next(_ports)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
