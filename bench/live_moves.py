"""Measure a move over the socket at an idle server that stores it durably in SQLite."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep
from urllib.error import URLError
from urllib.request import urlopen

from quincunx.client import Client
from quincunx.wire import NewTable

MOVES = 400
PORT = 8791
GOALS = "goals: p50 ≤ 5 ms, p99 ≤ 20 ms"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "quincunx", "serve"]
        server = subprocess.Popen([*command, "--port", str(PORT), "--data", folder])
        try:
            _wait_for_server()
            _print("a move over the socket", asyncio.run(_moves()))
        finally:
            server.terminate()
            server.wait()
        # The time of a durable commit alone, in the same run, for comparison.
        _print("a bare commit of SQLite", _commits(Path(folder)))
    print(GOALS)


def _wait_for_server() -> None:
    for _ in range(200):
        try:
            urlopen(f"http://127.0.0.1:{PORT}/health", timeout=1).close()
            return
        except (URLError, OSError):
            sleep(0.05)
    raise RuntimeError("the server does not answer")


async def _moves() -> list[float]:
    """Measure moves of one of four people in Dual, where players may twist at any time."""
    url = f"http://127.0.0.1:{PORT}"
    people = [await Client.guest(url, f"Person {number}") for number in range(4)]
    opened = await people[0].create_table(NewTable("quatrefoil", {"variant": "dual"}))
    for seat, person in enumerate(people):
        async with person.join(opened.id, opened.invite) as table:
            await table.sit(seat)
            await table.ready()
    times = []
    async with people[0].join(opened.id) as table:
        for _ in range(MOVES):
            start = perf_counter()
            await table.play("twist clockwise")
            times.append(perf_counter() - start)
    return times


def _commits(folder: Path) -> list[float]:
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE entries (body TEXT)")
    times = []
    for _ in range(MOVES):
        start = perf_counter()
        connection.execute("INSERT INTO entries VALUES (?)", ("x" * 500,))
        times.append(perf_counter() - start)
    connection.close()
    return times


def _print(name: str, times: list[float]) -> None:
    p99 = quantiles(times, n=100)[98]
    print(f"{name:26} p50 {median(times) * 1e3:6.2f} ms   p99 {p99 * 1e3:6.2f} ms")
