"""A local Ray cluster of two nodes gives the same results as processes of this machine.

Ray is only in the lab's environment: see `make test-lab`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import polars
import pytest

import quincunx
from quincunx.lab import ClusterError, LostWorker, on_ray
from quincunx.lab.datasets import generating
from quincunx.lab.datasets.dataset import make_dataset
from quincunx.lab.datasets.features import ViewFeatures
from quincunx.lab.datasets.generating import generate_dataset
from quincunx.lab.reports.gathering import gather
from quincunx.lab.workers import run_tasks
from tests.lab.experiments.running import run, without_times

ray = pytest.importorskip("ray")

# Ray leaves sockets and files to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning"),
    # One process of pytest runs them all, so that there is one cluster.
    pytest.mark.xdist_group("ray"),
]

LIMIT_S = 240
NODES = 2

BOT = """
import quincunx
from picking import pick

class Middle(quincunx.Bot):
    def choose(self, turn):
        return pick(list(turn.legal_moves))
"""
HELPER = """
def pick(moves):
    return moves[len(moves) // 2]
"""


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[Any]:
    """Start a cluster of two nodes with one core each, and name its address."""
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        found = Cluster(
            initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
        )
        for _ in range(NODES - 1):
            found.add_node(num_cpus=1)
        patch.setenv("RAY_ADDRESS", found.address)
        # Workers cannot import tests.
        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        yield found
        ray.cloudpickle.unregister_pickle_by_value(sys.modules[__name__])
        found.shutdown()


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder: a folder with modules in use is sent to the workers."""
    monkeypatch.chdir(tmp_path)


def node_of(_task: int) -> str:
    """Return the node that does this, after long enough for the other one to take its share."""
    time.sleep(0.2)
    return str(ray.get_runtime_context().get_node_id())


def end_process(_task: int) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def refuse(task: int) -> NoReturn:
    raise quincunx.UnknownGame("core.error.unknown_game", game=str(task), known=())


def test_every_machine_works() -> None:
    nodes: set[str] = set()
    deadline = time.monotonic() + LIMIT_S
    while len(nodes) < NODES:
        assert time.monotonic() < deadline
        nodes |= set(run_tasks(node_of, range(20), count=20, on="ray"))


def test_results_are_the_same_as_on_this_machine(tmp_path: Path) -> None:
    arguments: dict[str, Any] = {"game": "quivvit", "format": "round-robin"}
    bots = ["random", "easy", "medium"]
    here = run(bots, 6, records=tmp_path / "here", **arguments)
    there = run(bots, 6, workers=None, on="ray", records=tmp_path / "there", **arguments)
    assert without_times(there) == without_times(here)
    for file in (tmp_path / "here").iterdir():
        assert (tmp_path / "there" / file.name).read_bytes() == file.read_bytes()


def test_an_interrupted_experiment_continues_here(tmp_path: Path) -> None:
    """What was played on the cluster counts, and a program can be stopped with Ctrl-C."""
    file = tmp_path / "results.jsonl"
    argv = [sys.executable, "-m", "quincunx", "duel", "quivvit", "easy", "random"]
    argv += ["--games", "100000", "--on", "ray", "--json", "--results", str(file)]
    program = subprocess.Popen(
        argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    deadline = time.monotonic() + LIMIT_S
    while not file.exists() or file.read_bytes().count(b"\n") < 20:
        assert time.monotonic() < deadline
        assert program.poll() is None
        time.sleep(0.05)
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=LIMIT_S)
    assert program.returncode == 130, err.decode()
    assert (out, err.count(b"\n")) == (b"", 1), "only where the finished games are"
    played = file.read_bytes().count(b"\n") - 1
    bots = ["easy", "random"]
    more: dict[str, Any] = {"game": "quivvit", "seed": 0}
    finished = run(bots, played, results=file, **more)
    assert without_times(finished) == without_times(run(bots, played, **more))


def test_a_dataset_is_written_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "GAMES_PER_PART", 2)
    encoding = ViewFeatures()
    dataset = make_dataset("quatrefoil", ["random"], games=5, encoding=encoding)
    files = tmp_path / "here.parquet", tmp_path / "there.parquet"
    generate_dataset(dataset, files[0], encoding=encoding, workers=1)
    generate_dataset(dataset, files[1], encoding=encoding, on="ray")
    here, there = map(polars.read_parquet, files)
    assert there.equals(here)


def test_a_report_counts_the_same() -> None:
    arguments: dict[str, Any] = {"command": "", "games": 2, "bots": ["random", "easy"]}
    here = gather("quivvit", player="easy", workers=1, **arguments)
    there = gather("quivvit", player="easy", on="ray", **arguments)
    assert there.options == here.options


def test_your_own_bots_reach_the_machines(tmp_path: Path) -> None:
    """Also what they import. Nothing that Ray logs is shown."""
    (tmp_path / "mybots.py").write_text(BOT)
    (tmp_path / "picking.py").write_text(HELPER)
    here = played_games(tmp_path, "--workers", "1")
    there = played_games(tmp_path, "--on", "ray")
    assert there == here
    assert len(here) == 1 + 2 * 4


def played_games(folder: Path, *place: str) -> list[str]:
    """Run a duel of the folder's bots; return its table without times."""
    argv = [sys.executable, "-m", "quincunx", "duel", "quivvit", "mybots.py:Middle"]
    argv += ["mybots:Middle", "--games", "4", "--csv", "games.csv", *place]
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    rows = (folder / "games.csv").read_text().splitlines()
    return [row.rpartition(",")[0] for row in rows]


def test_a_worker_that_always_dies_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(LostWorker, match="has lost the work"):
        list(run_tasks(end_process, range(1), count=1, on="ray"))
    assert capfd.readouterr().out == ""


def test_an_error_of_a_task_arrives_as_it_was_raised() -> None:
    with pytest.raises(quincunx.UnknownGame, match="“0”"):
        list(run_tasks(refuse, range(1), count=1, on="ray"))


def test_other_versions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_ray, "__version__", "0.0.1")
    with pytest.raises(ClusterError, match=rf"version {quincunx.__version__}.* 0\.0\.1"):
        list(run_tasks(abs, range(1), count=1, on="ray"))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere.invalid:6379", "127.0.0.1:99999"])
def test_an_address_where_nothing_answers_is_an_error(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(ClusterError, match=f"connect to a cluster .*{address}"):
        list(run_tasks(abs, range(1), count=1, on="ray"))


def test_a_connection_of_the_program_is_kept(cluster: Any) -> None:
    ray.init(cluster.address, log_to_driver=False, logging_level="CRITICAL")
    try:
        assert sorted(run_tasks(abs, [-2, -1], count=2, workers=1, on="ray")) == [1, 2]
        assert ray.is_initialized()
    finally:
        ray.shutdown()


def test_no_task_needs_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    assert list(run_tasks(abs, [], count=0, on="ray")) == []
