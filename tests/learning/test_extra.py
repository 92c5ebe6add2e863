"""Without the packages of the extra `[rl]`."""

from __future__ import annotations

import sys

import pytest

from quincunx.cli import main


@pytest.mark.parametrize("package", ["jax", "optax"])
def test_the_command_names_the_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    for module in ("checkpoint", "evaluation", "q_learning", "training"):
        monkeypatch.delitem(sys.modules, f"quincunx.learning.{module}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["train", "coloryam"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"quincunx: This command needs the package {package}")
    assert err.endswith("pip install 'quincunx[rl]'.\n")
