"""The load: many clients in one program, on a core of their own."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Self

import msgspec

from bench.load import machine
from bench.load.servers import NODE, PROGRAMS, Server


class Times(msgspec.Struct, frozen=True):
    """In milliseconds."""

    p50: float
    p99: float
    worst: float


class Played(Times, frozen=True):
    """The result of some seconds of play."""

    moves: int
    """Moves acknowledged within these seconds."""
    acknowledged: int
    """Moves including those acknowledged later."""
    cpu: float
    """CPU seconds of the clients, to check that they did not limit the result."""


class FannedOut(msgspec.Struct, frozen=True):
    """The times until the player and the last spectator received a move."""

    acknowledged: Times
    everywhere: Times


class Clients:
    """A context manager around the client program, which runs one command at a time."""

    def __init__(self, server: Server) -> None:
        self.acknowledged = 0
        """The number of acknowledged moves."""
        command = [str(NODE), str(PROGRAMS / "clients.ts"), server.kind, *server.urls]
        with machine.on(machine.CLIENTS):
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def open(self, tables: int) -> None:
        """Create tables with four people each until that number of them is playable."""
        self._run("open", tables=tables)

    def watch(self, watchers: int) -> None:
        """Add that number of spectators, spread over the tables."""
        self._run("watch", watchers=watchers)

    def play(self, tables: int, seconds: float, period: float | None = None) -> Played:
        """Play at the first tables: as fast as possible, or one move every `period` seconds."""
        command = {"tables": tables, "seconds": seconds, "period": period and period * 1000}
        played = msgspec.convert(self._run("play", **command), Played)
        self.acknowledged += played.acknowledged
        return played

    def fan_out(self, moves: int) -> FannedOut:
        """Play moves at the first table, each after all spectators have received the last."""
        return msgspec.convert(self._run("fan_out", moves=moves), FannedOut)

    def _run(self, command: str, **details: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"command": command, **details}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the clients gave up")
        return json.loads(answer)
