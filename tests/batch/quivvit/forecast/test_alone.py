"""The training runs where nothing but JAX and NumPy is installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from quincunx.batch.quivvit.forecast.__main__ import main
from quincunx.games.quivvit.forecast.network import read_weights
from tests.batch.kit import run_alone

PROGRAM = """
import sys

from batch.quivvit.forecast import Settings, settings

settings.DEFAULT_SETTINGS = Settings(
    tables=(32,), minibatch=64, width=8, layers=2, hidden=8, games=32
)
from batch.quivvit.forecast.__main__ import main

sys.argv[1:] = {arguments}
main()
"""


def test_the_training_needs_jax_and_numpy_alone(tmp_path: Path) -> None:
    out = tmp_path / "mine.npz"
    arguments = ["--out", str(out), "--updates", "1"]
    printed = run_alone(PROGRAM.format(arguments=arguments))
    assert printed.startswith("2 seats: ")
    assert printed.endswith(" of 32 games won\n")
    assert [file.name for file in tmp_path.iterdir()] == ["mine.npz"]
    assert read_weights(out).cells.shape[1] == 8


@pytest.mark.parametrize("updates", ["0", "-1"])
def test_refuses_a_training_without_updates(
    updates: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["forecast", "--updates", updates])
    with pytest.raises(SystemExit):
        main()
    assert "--updates must be at least 1" in capsys.readouterr().err


def test_refuses_another_file_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.npz.checkpoint").write_text("something else")
    monkeypatch.setattr(sys, "argv", ["forecast", "--out", str(tmp_path / "mine.npz")])
    with pytest.raises(SystemExit, match="is not the checkpoint of a training"):
        main()
