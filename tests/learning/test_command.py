"""`quincunx train`."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

import quincunx
from quincunx.cli import main
from quincunx.cli.parser import help_text
from quincunx.learning import LearningSettings, TrainedBot, settings, training
from quincunx.learning.result import TrainingProgress
from quincunx.learning.settings import DEFAULT_SETTINGS

SMALL = LearningSettings(updates=2, tables=64, steps=8, minibatch=128, width=8, hidden=4)


@pytest.fixture(autouse=True)
def _small_trainings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "DEFAULT_SETTINGS", SMALL)
    monkeypatch.setattr(training, "train", partial(training.train, games=50))


def test_train(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["train", "coloryam", "--updates", "9", "--option", "sheet=2"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert re.fullmatch(
        r"The agent makes [\d.]+ points on average \([\d.]+ to [\d.]+ in 50 games\): "
        r"[\d.]+% of the optimum, which is 221\.49\.\n"
        r"It is in coloryam\.npz, and its learning curve is in coloryam-curve\.svg\.\n",
        out,
    )
    assert {file.name for file in tmp_path.iterdir()} == {"coloryam.npz", "coloryam-curve.svg"}
    bot = type("Trained", (TrainedBot,), {"file": "coloryam.npz"})
    quincunx.new("coloryam", seats=1, seed=1, options={"sheet": "2"}).play_out(bot)


def test_an_interrupt_keeps_the_training(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(progress: TrainingProgress, *args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("quincunx.cli.terminal.progress.ProgressBar.update", interrupt)
    assert main(["train", "coloryam", "--out", "mine.npz"]) == 130
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        "The training so far is in mine.npz.checkpoint. The same command continues.\n",
    )
    assert [file.name for file in tmp_path.iterdir()] == ["mine.npz.checkpoint"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("pivit",), "Only ColorYam and Quivvit can be learnt, not pivit"),
        (("coloryam", "--option", "sheet=random"), "“sheet” cannot be “random”"),
        (("coloryam", "--option", "sheet=7"), "“sheet”"),
        (("coloryam", "--updates", "0"), "“updates” must be at least 1, not 0"),
        (("coloryam", "--out", "."), "cannot be written"),
        (("coloryam", "--out", "absent/agent.npz"), "cannot be written"),
        (("coloryam", "--out", "other"), "is not the checkpoint of a training"),
    ],
)
def test_refuses_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    (tmp_path / "other.checkpoint").write_text("something else")
    assert main(["train", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("quincunx: ")
    assert err.count("\n") == 1
    assert why in err


def test_the_help_names_the_default() -> None:
    assert f"default: {DEFAULT_SETTINGS.updates} for ColorYam" in help_text("train.updates")
