"""Run tasks on a Ray cluster, of one or many machines.

Ray finds the cluster by its own means: the environment variable `RAY_ADDRESS`, or a cluster that
was started on this machine; otherwise it starts one here. A program that has called `ray.init`
itself keeps its connection.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, TypeVar

from quincunx import __version__
from quincunx.lab.errors import ClusterError, LostWorker
from quincunx.lab.libraries import load_ray
from quincunx.lab.workers import TASKS_PER_WORKER

T = TypeVar("T")
R = TypeVar("R")

CONNECT_TIMEOUT_S: Final = 10
MAX_WAIT_AT_END_S: Final = 5
"""How long the last tasks may take after an interrupt or an error."""


def run_on_ray(function: Callable[[T], R], tasks: Iterator[T], workers: int | None) -> Iterator[R]:
    """Yield the function's results in the order in which they are finished.

    `workers` is the most tasks at a time; with `None` all cores of the cluster work.
    """
    ray = load_ray()
    first = next(tasks, None)
    if first is None:
        return
    # After the first task: making it has loaded the user's own bots.
    with _connection(ray):
        yield from _results(ray, function, chain([first], tasks), workers)


def _results(
    ray: Any, function: Callable[[T], R], tasks: Iterator[T], workers: int | None
) -> Iterator[R]:
    remote = ray.remote(_call)
    running: list[Any] = []
    try:
        while True:
            # Asked every time, because machines can join and leave.
            limit = workers or TASKS_PER_WORKER * max(1, int(ray.cluster_resources().get("CPU", 1)))
            new = islice(tasks, max(0, limit - len(running)))
            running += [remote.remote(function, task, __version__) for task in new]
            if not running:
                return
            finished, running = ray.wait(running)
            # Ray has repeated tasks of lost machines by itself, which changes no result.
            yield ray.get(finished[0])
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error
    except ray.exceptions.RayError as error:
        running.clear()
        raise LostWorker("lab.lost_cluster", why=_first_line(error)) from error
    finally:
        # Also when the caller has enough. Ray would abort the program if a cancelled task finishes
        # just then, and print an error if the connection ends before a task.
        if running:
            ray.wait(running, num_returns=len(running), timeout=MAX_WAIT_AT_END_S)


def _call(function: Callable[[T], R], task: T, version: str) -> R:
    """Do a task at a worker; other versions of Quincunx could have other results."""
    if version != __version__:
        raise ClusterError("lab.other_version", wanted=version, found=__version__)
    return function(task)


@contextmanager
def _connection(ray: Any) -> Iterator[None]:
    """Connect to a cluster, unless the program has done so."""
    if ray.is_initialized():
        yield
        return
    _check_address(os.environ.get("RAY_ADDRESS", ""))
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # What happens on the cluster stays in Ray's own log files. Only this switch, which Ray has for
    # its debugger, silences what it would print about lost machines.
    ray._private.worker._worker_logs_enabled = False
    try:
        ray.init(log_to_driver=False, logging_level="CRITICAL", runtime_env=_environment())
    except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise ClusterError("lab.no_cluster", why=_first_line(error)) from error
    try:
        yield
    finally:
        # This also ends the tasks that are still running.
        ray.shutdown()


def _check_address(address: str) -> None:
    """Raise an error if nothing listens at `HOST:PORT`; Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT_S).close()
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise ClusterError("lab.no_cluster", why=f"{address}: {why}") from error


def _environment() -> dict[str, str]:
    """Return what workers need besides their installed packages.

    If this program uses modules of the current folder, such as the user's own bots, workers get a
    copy of that folder, and run in it.
    """
    here = Path.cwd()
    return {"working_dir": str(here)} if any(map(_is_own_code, _module_files(here))) else {}


def _module_files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder from which modules were loaded."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file is not None and Path(file).is_relative_to(folder):
            yield Path(file)


def _is_own_code(file: Path) -> bool:
    """Whether a module's file is the user's: neither this package nor another installed one."""
    installed = (Path(__file__).parents[1], Path(sys.prefix), Path(sys.base_prefix))
    return not any(file.is_relative_to(folder) for folder in installed)


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].removesuffix(".") if lines else type(error).__name__
