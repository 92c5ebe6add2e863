"""`quincunx train quivvit`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from quincunx.batch.quivvit.forecast import Progress, settings
from quincunx.batch.quivvit.forecast.settings import DEFAULT_SETTINGS
from quincunx.cli import main
from quincunx.cli.parser import help_text
from quincunx.games.quivvit.forecast.network import ForecastWeights, read_weights
from tests.batch.quivvit.forecast.small import SMALL

SLOW = (
    "No graphics card was found. On a processor the whole training takes days; --updates makes it "
    "shorter.\n"
)
"""Said before the training on a machine such as that of these tests."""


@pytest.fixture(autouse=True)
def _small_trainings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "DEFAULT_SETTINGS", SMALL)


def test_train(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["train", "quivvit", "--updates", "2", "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    assert err == SLOW
    assert re.fullmatch(
        r"With 2 seats the network wins [\d.]+% \(± [\d.]+%\) of 32 games against bots that always "
        r"take the most points\.\nThe network is in quivvit\.npz\.\n",
        out,
    )
    assert [file.name for file in tmp_path.iterdir()] == ["quivvit.npz"]
    weights = read_weights(Path("quivvit.npz"))
    assert isinstance(weights, ForecastWeights)
    assert weights.cells.shape[1] == SMALL.width
    with np.load("quivvit.npz") as named:
        about = json.loads(named["about"].tobytes())
    assert about["command"] == "quincunx train quivvit --updates 2 --seed 3"
    assert about["version"]


def test_an_interrupt_keeps_the_training(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(progress: Progress, *args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("quincunx.cli.terminal.progress.ProgressBar.update", interrupt)
    assert main(["train", "quivvit", "--out", "mine.npz"]) == 130
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        f"{SLOW}The training so far is in mine.npz.checkpoint. The same command continues.\n",
    )
    assert [file.name for file in tmp_path.iterdir()] == ["mine.npz.checkpoint"]
    assert main(["train", "quivvit", "--out", "mine.npz", "--seed", "1"]) == 2
    assert "is the checkpoint of another training" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--option", "random_color=yes"), "no options can be chosen"),
        (("--preset", "random-color"), "no options can be chosen"),
        (("--updates", "0"), "“updates” must be at least 1, not 0"),
        (("--out", "."), "cannot be written"),
        (("--out", "absent/agent.npz"), "cannot be written"),
        (("--out", "other"), "is not the checkpoint of a training"),
        (("--out", "folder"), "folder.checkpoint cannot be used"),
    ],
)
def test_refuses_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    (tmp_path / "other.checkpoint").write_text("something else")
    (tmp_path / "folder.checkpoint").mkdir()
    assert main(["train", "quivvit", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    refusal = err.removeprefix(SLOW)
    assert refusal.startswith("quincunx: ")
    assert refusal.count("\n") == 1
    assert why in refusal


def test_the_command_names_the_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [*sys.modules]:
        if name.startswith(("quincunx.batch", "quincunx.learning.forecast")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jax", None)
    assert main(["train", "quivvit"]) == 2
    assert capsys.readouterr().err.endswith("pip install 'quincunx[jax]'.\n")


def test_the_help_names_the_default() -> None:
    assert f"{DEFAULT_SETTINGS.updates} for Quivvit)" in help_text("train.updates")
