"""A real server in a process of its own, which tests may kill."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent


class Serving:
    """`quincunx serve` with the toy game among the others."""

    def __init__(
        self,
        data: Path,
        database: str | None = None,
        clock: int | None = None,
        thinkers: int = 1,
    ) -> None:
        """`clock`: milliseconds that Quatrefoil's two minutes shall take."""
        self._data = data
        self._database = None if database is None else database.replace("+asyncpg", "")
        self._clock = clock
        self._thinkers = thinkers
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.server.toy_server", "serve"]
        command += ["--port", str(self.port), "--data", str(self._data)]
        command += ["--thinkers", str(self._thinkers)]
        command += ["--database", self._database] if self._database else []
        environment = {**os.environ, "TEST_CLOCK": str(self._clock)} if self._clock else None
        self._process = subprocess.Popen(command, cwd=ROOT, start_new_session=True, env=environment)
        give_up = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None:
                raise RuntimeError(f"the server ended with {self._process.returncode}")
            if time.monotonic() > give_up:
                raise RuntimeError("the server does not answer")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/health", timeout=PATIENCE) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self._process is None:
            return
        # The whole group: the bots' processes must not outlive the server that was killed.
        os.killpg(self._process.pid, how)
        self._process.wait(PATIENCE)
        self._process = None

    def restart(self, how: signal.Signals = signal.SIGKILL) -> None:
        self.stop(how)
        self.start()


_ports = count(20_000 + os.getpid() * 97 % 12_000)


def free_port() -> int:
    """None of those that the machine gives to whoever takes any: it is still free a while later."""
    while True:
        port = next(_ports)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@contextmanager
def serving(
    data: Path, database: str | None = None, clock: int | None = None, thinkers: int = 1
) -> Iterator[Serving]:
    server = Serving(data, database, clock, thinkers)
    server.start()
    try:
        yield server
    finally:
        server.stop()
