"""A TCP proxy between a client and a server, whose connections a test can cut."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class CuttableProxy:
    """Forwards everything until it is cut; restored, it accepts new connections.

    Each connection goes to the first of the ports that accepts it.
    """

    def __init__(self, *ports: int) -> None:
        self._targets = ports
        self._is_connected = threading.Event()
        self._is_connected.set()
        self._drops_responses = False
        self._ends: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def drop_responses(self) -> None:
        """Keep forwarding requests, but no responses, until the proxy is cut."""
        self._drops_responses = True

    def cut(self) -> None:
        self._is_connected.clear()
        for end in list(self._ends):
            _close(end)

    def restore(self) -> None:
        self._drops_responses = False
        self._is_connected.set()

    def close(self) -> None:
        self.cut()
        _close(self._listener)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = self._connect() if self._is_connected.is_set() else None
                if far is None:
                    _close(near)
                    continue
                self._ends |= {near, far}
                for args in ((near, far, False), (far, near, True)):
                    threading.Thread(target=self._forward, args=args, daemon=True).start()

    def _connect(self) -> socket.socket | None:
        for port in self._targets:
            with suppress(ConnectionRefusedError):
                return socket.create_connection(("127.0.0.1", port))
        return None

    def _forward(self, source: socket.socket, target: socket.socket, is_response: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not (is_response and self._drops_responses):
                    target.sendall(data)
        for end in (source, target):
            self._ends.discard(end)
            _close(end)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
