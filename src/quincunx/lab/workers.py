"""Worker processes: run one function on many inputs and yield the results as they come.

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
from typing import Final, TypeVar

from quincunx.lab.errors import BadExperiment, LostWorker

T = TypeVar("T")
R = TypeVar("R")

TASKS_PER_WORKER: Final = 4
"""How many tasks wait for each worker: enough to keep it busy while results are stored."""
MAX_WORKERS: Final = 256


def run_tasks(function: Callable[[T], R], tasks: Iterable[T], workers: int) -> Iterator[R]:
    """Yield the function's results in the order in which they are finished.

    `workers` is the number of processes; with one worker everything happens in this process. A
    task is taken from `tasks` only shortly before a worker is free, so the caller can let it depend
    on the results so far. Processes are spawned: call this below `if __name__ == "__main__"` in a
    script.
    """
    if workers == 1:
        yield from map(function, tasks)
    else:
        yield from _in_processes(function, iter(tasks), workers)


def count_workers(wanted: int | None, tasks: int) -> int:
    """Return the number of processes for so many tasks, by default one for each core."""
    number = (os.cpu_count() or 1) if wanted is None else wanted
    if not 1 <= number <= MAX_WORKERS:
        raise BadExperiment("lab.bad_workers", number=number, most=MAX_WORKERS)
    return min(number, max(tasks, 1))


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
