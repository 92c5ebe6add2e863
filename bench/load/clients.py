"""The load: many people in one program, on a core of their own."""

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
    """What came of some seconds of play."""

    moves: int
    """Acknowledged within these seconds."""
    acknowledged: int
    """With those that were still on their way."""
    cpu: float
    """Seconds of the clients' own core: how near they were to being what is measured."""


class FannedOut(msgspec.Struct, frozen=True):
    """How long until the player, and until the last of those who look on, heard of a move."""

    acknowledged: Times
    everywhere: Times


class Clients:
    """Opened with `with`. They do one thing at a time."""

    def __init__(self, server: Server) -> None:
        self.acknowledged = 0
        """How many moves the server says it has stored."""
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
        """Open tables with four people each until moves can be made at so many of them."""
        self._ask("open", tables=tables)

    def watch(self, watchers: int) -> None:
        """So many people who look on, spread over the tables."""
        self._ask("watch", watchers=watchers)

    def play(self, tables: int, seconds: float, period: float | None = None) -> Played:
        """Moves at the first tables: as quickly as they go, or one every `period` seconds."""
        wish = {"tables": tables, "seconds": seconds, "period": period and period * 1000}
        played = msgspec.convert(self._ask("play", **wish), Played)
        self.acknowledged += played.acknowledged
        return played

    def fan_out(self, moves: int) -> FannedOut:
        """One move after the other at the first table, each seen by all who look on."""
        return msgspec.convert(self._ask("fan_out", moves=moves), FannedOut)

    def _ask(self, wish: str, **details: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"wish": wish, **details}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the clients gave up")
        return json.loads(answer)
