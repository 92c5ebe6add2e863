"""A real server in a process of its own, which tests may kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.helpers.paths import ROOT
from tests.helpers.ports import free_port
from tests.helpers.stores import create_sqlite_store
from tests.helpers.waiting import MAX_WAIT_S


class ServerProcess:
    """`quincunx serve`; by default with the toy game registered beside the others."""

    def __init__(
        self,
        data: Path,
        database: str | None = None,
        clock: int | None = None,
        thinkers: int = 1,
        module: str = "tests.helpers.toy_server",
        *,
        is_new: bool = False,
    ) -> None:
        """`clock` replaces Quatrefoil's two minutes, in milliseconds.

        `module` is the one that runs the command. With `is_new` the server creates the store;
        otherwise it finds an empty one, which is quicker.
        """
        self._data = data
        self._database = None if database is None else database.replace("+asyncpg", "")
        self._clock = clock
        self._thinkers = thinkers
        self._module = module
        self._is_new = is_new
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the process and wait until `/health` answers."""
        has_store = self._is_new or self._database or (self._data / "quincunx.db").exists()
        if not has_store:
            self._data.mkdir(parents=True, exist_ok=True)
            create_sqlite_store(self._data)
        command = [sys.executable, "-m", self._module, "serve", "--port", str(self.port)]
        command += ["--thinkers", str(self._thinkers), *self._store_arguments]
        environment = {**os.environ, "TEST_CLOCK": str(self._clock)} if self._clock else None
        self._process = subprocess.Popen(command, cwd=ROOT, start_new_session=True, env=environment)
        give_up = time.monotonic() + MAX_WAIT_S
        while not self._is_healthy():
            if self._process.poll() is not None:
                raise RuntimeError(f"the server exited with {self._process.returncode}")
            if time.monotonic() > give_up:
                raise RuntimeError("the server does not answer")
            time.sleep(0.05)

    def _is_healthy(self) -> bool:
        try:
            with urlopen(f"{self.url}/health", timeout=MAX_WAIT_S) as response:
                return bool(response.status == 200)
        except (URLError, OSError):
            return False

    @property
    def _store_arguments(self) -> list[str]:
        return [
            *("--data", str(self._data)),
            *(("--database", self._database) if self._database else ()),
        ]

    def admin(self, *arguments: str) -> str:
        """Run `quincunx admin` on the store of this server; return what it prints."""
        command = [sys.executable, "-m", "quincunx", "admin", *arguments, *self._store_arguments]
        return subprocess.run(
            command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self._process is None:
            return
        # The whole group: the bots' processes must not outlive a server that was killed.
        os.killpg(self._process.pid, how)
        self._process.wait(MAX_WAIT_S)
        self._process = None

    def restart(self, how: signal.Signals = signal.SIGKILL) -> None:
        self.stop(how)
        self.start()


@contextmanager
def running_server(
    data: Path,
    database: str | None = None,
    clock: int | None = None,
    thinkers: int = 1,
    module: str = "tests.helpers.toy_server",
    *,
    is_new: bool = False,
) -> Iterator[ServerProcess]:
    """Start a server; stop it at the end."""
    server = ServerProcess(data, database, clock, thinkers, module, is_new=is_new)
    server.start()
    try:
        yield server
    finally:
        server.stop()
