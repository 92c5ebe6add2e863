"""Bots think in processes of their own; every question ends, whatever becomes of the process."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import quincunx
from quincunx.registry import find
from quincunx.server.bots.bot_requests import ObservationCache, bot_request
from quincunx.server.bots.pools import HINT_LIMITS, BotPools
from quincunx.server.bots.process_pool import FairQueue, ProcessPool, QueueLimits, _Job
from quincunx.server.common.errors import ThinkingBusy, ThinkingFailed
from tests.cost.long_games import long_match
from tests.cost.meter import Meter
from tests.helpers.waiting import MAX_WAIT_S

PATIENT = QueueLimits(
    run_s=MAX_WAIT_S, wait_s=MAX_WAIT_S, max_waiting=100, max_waiting_per_requester=100
)


# What the processes are asked


def hang(begun: str) -> None:
    Path(begun).touch()
    while True:
        time.sleep(1)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(before: str) -> str:
    """Kill the process the first time; answer the second time."""
    if not Path(before).exists():
        Path(before).touch()
        die()
    return "answered"


def wait_for(file: str) -> str:
    while not Path(file).exists():
        time.sleep(0.01)
    return file


def stumble() -> None:
    raise ZeroDivisionError


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def within_patience() -> None:
        await asyncio.wait_for(test(), MAX_WAIT_S)

    asyncio.run(within_patience())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_a_process_that_dies_is_replaced() -> None:
    match = quincunx.new("quatrefoil", seed=1)
    asked = bot_request(match, match.active[0], "expert", frozenset())

    async def test() -> None:
        async with BotPools() as bot_pools:
            move = await bot_pools.choose(asked)
            assert match.game.parse_move(move) in match.legal_moves(match.active[0])
            (process,) = bot_pools._moves._processes
            os.kill(process.pid or 0, signal.SIGKILL)
            assert await bot_pools.choose(asked) == move, "asked again, it answers the same"

    run(test)


def test_a_request_whose_process_dies_is_retried_once(tmp_path: Path) -> None:
    async def test() -> None:
        pool = ProcessPool(1, PATIENT)
        assert await pool.run("ada", die_once, str(tmp_path / "died")) == "answered"
        pool.close()

    run(test)


def test_a_request_that_kills_its_process_twice_is_refused() -> None:
    async def test() -> None:
        pool = ProcessPool(1, PATIENT)
        with pytest.raises(ThinkingFailed):
            await pool.run("ada", die)
        assert await pool.run("ada", os.getpid) > 0, "there is another process"
        pool.close()

    run(test)


def test_waiting_requests_survive_the_death_of_a_process(tmp_path: Path) -> None:
    async def test() -> None:
        pool = ProcessPool(1, PATIENT)
        first = asyncio.create_task(pool.run("ada", hang, str(tmp_path / "begun")))
        others = [asyncio.create_task(pool.run(f"{i}", abs, -i)) for i in range(10)]
        await until((tmp_path / "begun").exists)
        for _ in range(2):
            (tmp_path / "begun").unlink()
            os.kill(pool._processes[0].pid or 0, signal.SIGKILL)
            if not first.done():
                await until(lambda: first.done() or (tmp_path / "begun").exists())
        with pytest.raises(ThinkingFailed):
            await first
        assert await asyncio.gather(*others) == list(range(10))
        pool.close()

    run(test)


def test_a_process_that_hangs_is_killed_and_its_request_refused(tmp_path: Path) -> None:
    async def test() -> None:
        pool = ProcessPool(1, PATIENT)
        before = await pool.run("ada", os.getpid)
        pool._limits = PATIENT._replace(run_s=0.5)
        with pytest.raises(ThinkingFailed):
            await pool.run("ada", hang, str(tmp_path / "begun"))
        pool._limits = PATIENT
        assert await pool.run("ada", os.getpid) != before
        await until(lambda: not _is_alive(before))
        pool.close()

    run(test)


def test_closing_just_after_a_request_ends_it_without_an_error_in_a_thread() -> None:
    async def test() -> None:
        for _ in range(5):
            pool = ProcessPool(1, PATIENT)
            await pool.run("ada", abs, -1)
            asking = asyncio.create_task(pool.run("ada", abs, -1))
            # One turn of the event loop queues the request, and the next one submits it.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            pool.close()
            with pytest.raises(asyncio.CancelledError):
                await asking

    # An error in a thread of the executor fails the test.
    run(test)


def test_an_exception_in_a_task_is_a_typed_refusal() -> None:
    async def test() -> None:
        pool = ProcessPool(1, PATIENT)
        with pytest.raises(ThinkingFailed) as failed:
            await pool.run("ada", stumble)
        assert isinstance(failed.value.__cause__, ZeroDivisionError)
        pool.close()

    run(test)


def test_requests_beyond_the_queue_limit_are_refused(tmp_path: Path) -> None:
    async def test() -> None:
        pool = ProcessPool(1, PATIENT._replace(max_waiting=3, max_waiting_per_requester=2))
        gate = str(tmp_path / "gate")
        asking = [asyncio.create_task(pool.run("ada", wait_for, gate)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ThinkingBusy):
            await pool.run("ada", abs, 1)
        asking += [asyncio.create_task(pool.run(name, wait_for, gate)) for name in ("ben", "cy")]
        await asyncio.sleep(0)
        with pytest.raises(ThinkingBusy):
            await pool.run("dee", abs, 1)
        Path(gate).touch()
        assert await asyncio.gather(*asking) == [gate] * 4
        assert await pool.run("ada", abs, -1) == 1
        pool.close()

    run(test)


def test_refused_puzzles_are_not_called_hints(tmp_path: Path) -> None:
    async def test() -> None:
        async with BotPools() as pools:
            gate = str(tmp_path / "gate")
            asking = [
                asyncio.create_task(pools.puzzle(wait_for, gate, requester="ada"))
                for _ in range(HINT_LIMITS.max_waiting_per_requester)
            ]
            await asyncio.sleep(0)
            with pytest.raises(ThinkingBusy) as refused:
                await pools.puzzle(abs, 1, requester="ada")
            assert refused.value.message.id == "table.refusal.puzzles_busy"
            Path(gate).touch()
            await asyncio.gather(*asking)

    run(test)


def test_a_request_that_waits_too_long_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        pool = ProcessPool(1, PATIENT)
        gate = str(tmp_path / "gate")
        first = asyncio.create_task(pool.run("ada", wait_for, gate))
        await asyncio.sleep(0)
        pool._limits = PATIENT._replace(wait_s=0.05)
        with pytest.raises(ThinkingBusy):
            await pool.run("ben", abs, 1)
        Path(gate).touch()
        assert await first == gate
        pool.close()

    run(test)


def test_a_cancelled_request_leaves_the_queue(tmp_path: Path) -> None:
    async def test() -> None:
        pool = ProcessPool(1, PATIENT)
        gate = str(tmp_path / "gate")
        first = asyncio.create_task(pool.run("ada", wait_for, gate))
        await asyncio.sleep(0)
        second = asyncio.create_task(pool.run("ben", abs, 1))
        await asyncio.sleep(0)
        assert len(pool._queue) == 1
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert len(pool._queue) == 0
        Path(gate).touch()
        await first
        assert not pool._jobs_of
        pool.close()

    run(test)


def test_hints_and_reviews_do_not_block_bots(tmp_path: Path) -> None:
    match = quincunx.new("quatrefoil", seed=1)
    asked = bot_request(match, match.active[0], "easy", frozenset())

    async def test() -> None:
        async with BotPools() as bot_pools:
            gate = str(tmp_path / "gate")
            slow = [
                asyncio.create_task(bot_pools._hints.run("ada", wait_for, gate)),
                asyncio.create_task(bot_pools.run(wait_for, gate)),
            ]
            assert await bot_pools.choose(asked)
            assert not any(task.done() for task in slow)
            Path(gate).touch()
            await asyncio.gather(*slow)

    run(test)


def test_requesters_are_served_in_turn() -> None:
    async def test() -> None:
        queue, loop = FairQueue(), asyncio.get_running_loop()
        for requester in "aaaabacb":
            queue.put(_Job(requester, lambda: None, loop.create_future()))
        assert [queue.get().requester for _ in range(8)] == list("abcabaaa")
        queue.put(_Job("a", lambda: None, loop.create_future()))
        late = _Job("d", lambda: None, loop.create_future())
        queue.put(late)
        assert queue.remove(late)
        assert not queue.remove(late)
        assert queue.get().requester == "a"
        assert not queue._last_round

    run(test)


def test_a_killed_server_leaves_no_process_behind() -> None:
    code = (
        "import asyncio, os, time; from quincunx.server.bots.pools import BotPools;"
        "bot_pools = BotPools();"
        "print(asyncio.run(bot_pools.run(os.getpid)), flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        thinking = int(server.stdout.readline())
        server.kill()
    give_up = time.monotonic() + MAX_WAIT_S
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


def test_warming_up_loads_what_a_decision_needs() -> None:
    kernel = "quincunx.games.quivvit.kernel"
    code = (
        "import sys; from quincunx.server.bots.tasks import warm_up_bots;"
        f"assert '{kernel}' not in sys.modules; warm_up_bots(); assert '{kernel}' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_bot_request_costs_no_more_in_a_long_game() -> None:
    """Each observation is built and cache once, whatever was taken back meanwhile."""

    def calls(entries: int) -> int:
        match = long_match(find("quatrefoil"), entries)
        cache, meter = ObservationCache(), Meter()
        for seat in range(match.seats):
            bot_request(match, seat, "expert", frozenset(), cache=cache)
        seat = match.active[0]
        match.play("twist clockwise", seat)
        meter.start()
        asked = bot_request(match, seat, "expert", frozenset(), cache=cache)
        meter.stop()
        assert asked.observations == tuple(match.observations(seat))
        return meter.work

    assert calls(400) < calls(20) + 20


def test_bots_do_not_see_moves_that_were_taken_back() -> None:
    match = long_match(find("quatrefoil"), 20)
    cache = ObservationCache()
    seat = match.active[0]
    for _ in range(3):
        match.play("twist clockwise", seat)
        bot_request(match, seat, "expert", frozenset(), cache=cache)
        if match.can_take_back(seat):
            match.take_back(seat)
        asked = bot_request(match, seat, "expert", frozenset(), cache=cache)
        assert asked.observations == tuple(match.observations(seat))
        seat = match.active[0]
