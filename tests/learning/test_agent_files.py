"""Files of agents: what is written is read, and anything else is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quincunx.lab.errors import BadFile
from quincunx.learning import Agent
from quincunx.learning.agent import About
from quincunx.learning.array_files import read_arrays, write_arrays
from tests.learning.agents import TASK, untrained_agent


@pytest.fixture
def agent_file(tmp_path: Path) -> Path:
    path = tmp_path / "agent.npz"
    untrained_agent().save(path)
    return path


def test_an_agent_is_read_as_it_was_written(agent_file: Path) -> None:
    written, read = untrained_agent(), Agent.load(agent_file)
    assert read.task == written.task
    for one, other in zip(written.weights, read.weights, strict=True):
        np.testing.assert_array_equal(one, other)
    assert [each.name for each in agent_file.parent.iterdir()] == ["agent.npz"]


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04 cut off", b"\x93NUMPY"])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "agent.npz"
    path.write_bytes(content)
    with pytest.raises(BadFile, match="is not a trained agent"):
        Agent.load(path)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "absent.npz"):
        with pytest.raises(BadFile, match="cannot be used"):
            Agent.load(path)


@pytest.mark.parametrize(
    "change",
    [
        {"dice": None},
        {"dice": np.zeros(3, np.float32)},
        {"output": np.zeros(5, np.float32)},
        {"output_bias": np.float64(0)},
        {"output_bias": np.array("text")},
        {"more": np.zeros(1, np.float32)},
    ],
)
def test_other_arrays_are_refused(agent_file: Path, change: dict[str, Any]) -> None:
    about, arrays = read_arrays(agent_file, About, "lab.not_agent")
    changed = {name: array for name, array in (arrays | change).items() if array is not None}
    write_arrays(agent_file, about, changed)
    with pytest.raises(BadFile, match="is not a trained agent"):
        Agent.load(agent_file)


@pytest.mark.parametrize(
    ("about", "why"),
    [
        (About("quincunx-training/1", TASK, 2), "is not a trained agent"),
        (About("quincunx-agent/1", TASK, 1), "made with other rules"),
    ],
)
def test_other_formats_and_rules_are_refused(agent_file: Path, about: About, why: str) -> None:
    _, arrays = read_arrays(agent_file, About, "lab.not_agent")
    write_arrays(agent_file, about, arrays)
    with pytest.raises(BadFile, match=why):
        Agent.load(agent_file)
