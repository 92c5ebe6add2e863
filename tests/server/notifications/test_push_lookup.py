"""Names that users choose are looked up where they keep nobody waiting."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from typing import Any

import pytest

from quincunx.server.notifications import push_lookup
from quincunx.server.notifications.push_lookup import NOT_FOUND_FOR_S, PushLookup
from tests.helpers.waiting import run

PUBLIC = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("142.250.74.10", 443))


class NameServer:
    """Answers instead of the machine's own resolver."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], Any]) -> None:
        self.asked: list[str] = []
        self._answer = answer
        monkeypatch.setattr(socket, "getaddrinfo", self._look_up)

    def _look_up(self, host: str, *_: object) -> Any:
        self.asked.append(host)
        return self._answer(host)


def unknown(host: str) -> Any:
    raise socket.gaierror(socket.EAI_NONAME, f"{host} is not known")


def test_what_was_found_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        NameServer(monkeypatch, lambda host: [PUBLIC])
        lookup = PushLookup()
        (found,) = await lookup.resolve("fcm.googleapis.com", 443)
        assert (found["hostname"], found["host"]) == ("fcm.googleapis.com", "142.250.74.10")
        assert (found["port"], found["family"], found["proto"]) == (443, socket.AF_INET, 6)
        await lookup.close()

    run(work())


def test_names_that_are_not_answered_do_not_hold_up_other_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Passwords are checked in the event loop's own threads."""

    async def work() -> None:
        answered = threading.Event()

        def wait(host: str) -> Any:
            answered.wait()
            return [PUBLIC]

        server = NameServer(monkeypatch, wait)
        lookup = PushLookup()
        # More than there are threads of either kind.
        waiting = [asyncio.ensure_future(lookup.resolve(f"{n}.example")) for n in range(100)]
        while len(server.asked) < push_lookup.THREADS:
            await asyncio.sleep(0.01)
        assert await asyncio.to_thread(lambda: "checked") == "checked"
        assert len(server.asked) == push_lookup.THREADS
        answered.set()
        await asyncio.gather(*waiting)
        await lookup.close()

    run(work())


def test_a_name_that_was_not_found_is_left_alone_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        server, now = NameServer(monkeypatch, unknown), 100.0
        lookup = PushLookup(clock=lambda: now)
        for _ in range(3):
            with pytest.raises(OSError, match="not"):
                await lookup.resolve("gone.example")
        assert server.asked == ["gone.example"]
        now += NOT_FOUND_FOR_S
        with pytest.raises(OSError, match="not"):
            await lookup.resolve("gone.example")
        assert len(server.asked) == 2
        await lookup.close()

    run(work())


def test_only_so_many_names_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(push_lookup, "MAX_NOT_FOUND", 2)
        server = NameServer(monkeypatch, unknown)
        lookup = PushLookup()
        for name in ("first", "second", "third", "third", "first"):
            with pytest.raises(OSError, match="not"):
                await lookup.resolve(name)
        assert server.asked == ["first", "second", "third", "first"]
        await lookup.close()

    run(work())
