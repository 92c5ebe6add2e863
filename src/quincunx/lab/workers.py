"""Workers: run one function on many inputs and yield the results as they come.

`run_tasks` is the one place that knows where the work is done.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import Final, Literal, TypeVar, get_args

from quincunx.lab.errors import BadExperiment, LostWorker

T = TypeVar("T")
R = TypeVar("R")

Place = Literal["local", "ray"]
"""Where the work is done: in processes of this machine, or on a Ray cluster."""

PLACES: Final[tuple[Place, ...]] = get_args(Place)
TASKS_PER_WORKER: Final = 4
"""How many tasks wait for each worker: enough to keep it busy while results are stored."""
MAX_WORKERS: Final = {"local": 256, "ray": 100_000}


def run_tasks(
    function: Callable[[T], R],
    tasks: Iterable[T],
    *,
    count: int,
    workers: int | None = None,
    on: Place = "local",
) -> Iterator[R]:
    """Yield the function's results in the order in which they are finished.

    `count` is the number of tasks, or the most that may be needed. `workers` is the number of
    processes, by default one for each core; with one local worker everything happens in this
    process. A task is taken from `tasks` only shortly before a worker is free, so the caller can
    let it depend on the results so far. Local processes are spawned: call this below
    `if __name__ == "__main__"` in a script.
    """
    if workers is not None and not 1 <= workers <= MAX_WORKERS[on]:
        raise BadExperiment("lab.bad_workers", number=workers, most=MAX_WORKERS[on])
    if on == "ray":
        # Imported late: most experiments need no cluster.
        from quincunx.lab.on_ray import run_on_ray

        yield from run_on_ray(function, iter(tasks), workers)
        return
    number = min(workers or os.cpu_count() or 1, MAX_WORKERS[on], max(count, 1))
    if number == 1:
        yield from map(function, tasks)
    else:
        yield from _in_processes(function, iter(tasks), number)


def _in_processes(function: Callable[[T], R], tasks: Iterator[T], workers: int) -> Iterator[R]:
    with ProcessPoolExecutor(
        workers,
        # Forking a process with threads, such as the progress bar's, can deadlock.
        mp_context=get_context("spawn"),
        initializer=_start_process,
    ) as pool:
        running: set[Future[R]] = set()
        try:
            while True:
                free = workers * TASKS_PER_WORKER - len(running)
                running |= {pool.submit(function, task) for task in islice(tasks, free)}
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        except BrokenProcessPool:
            raise LostWorker("lab.lost_worker") from None
        finally:
            # Also when the caller has enough: what has not begun is dropped.
            pool.shutdown(cancel_futures=True)


def _start_process() -> None:
    # Ctrl-C ends the processes silently; the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
