"""The cable between a client and a server, or the first of several, which a test may pull."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Cable:
    """Passes on all that comes, until it is pulled; plugged in again, it takes new connections.

    Each connection goes to the first of the ports where somebody answers.
    """

    def __init__(self, *ports: int) -> None:
        self._targets = ports
        self._plugged = threading.Event()
        self._plugged.set()
        self._is_half_broken = False
        self._open: set[socket.socket] = set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def break_the_way_back(self) -> None:
        """What a client says still arrives; nothing that is answered does, until it is pulled."""
        self._is_half_broken = True

    def pull(self) -> None:
        self._plugged.clear()
        for end in list(self._open):
            _close(end)

    def plug_in(self) -> None:
        self._is_half_broken = False
        self._plugged.set()

    def close(self) -> None:
        self.pull()
        _close(self._listening)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = self._reach() if self._plugged.is_set() else None
                if far is None:
                    _close(near)
                    continue
                self._open |= {near, far}
                for way in ((near, far, False), (far, near, True)):
                    threading.Thread(target=self._pass_on, args=way, daemon=True).start()

    def _reach(self) -> socket.socket | None:
        for port in self._targets:
            with suppress(ConnectionRefusedError):
                return socket.create_connection(("127.0.0.1", port))
        return None

    def _pass_on(self, here: socket.socket, there: socket.socket, back: bool) -> None:
        with suppress(OSError):
            while data := here.recv(65536):
                if not (back and self._is_half_broken):
                    there.sendall(data)
        for end in (here, there):
            self._open.discard(end)
            _close(end)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
