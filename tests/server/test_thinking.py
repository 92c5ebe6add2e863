"""Bots think elsewhere; when their process dies, another one takes its place."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool

import pytest

import quincunx
from quincunx.server.thinking import Thinkers, question
from tests.patience import PATIENCE


def test_a_process_that_dies_is_replaced() -> None:
    match = quincunx.new("quatrefoil", seed=1)
    asked = question(match, match.active[0], "expert", frozenset())

    async def work() -> None:
        thinkers = Thinkers()
        move = await thinkers.choose(asked)
        assert match.game.parse_move(move) in match.moves(match.active[0])
        (process,) = thinkers._pool._processes.values()
        os.kill(process.pid or 0, signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            await thinkers.choose(asked)
        assert await thinkers.choose(asked) == move, "asked again, it answers the same"
        thinkers.close()

    asyncio.run(work())


def test_a_killed_server_leaves_no_process_behind() -> None:
    code = (
        "import asyncio, os, time; from quincunx.server.thinking import Thinkers;"
        "thinkers = Thinkers();"
        "print(asyncio.run(thinkers.work_out(os.getpid)), flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        thinking = int(server.stdout.readline())
        server.kill()
    give_up = time.monotonic() + PATIENCE
    while _is_alive(thinking):
        if time.monotonic() > give_up:
            os.kill(thinking, signal.SIGKILL)
            pytest.fail("it goes on thinking, and nobody will ask it anything")
        time.sleep(0.05)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_first_thoughts_load_what_a_decision_waits_for() -> None:
    kernel = "quincunx.games.quivvit.kernel"
    code = (
        "import sys; from quincunx.server.thinking import first_thoughts;"
        f"assert '{kernel}' not in sys.modules; first_thoughts(); assert '{kernel}' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
