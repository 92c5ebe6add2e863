"""`quincunx generate`."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest

from tests.cli.commands import RunCommand


def test_generate(run: RunCommand, tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    more = ("--games", "3", "--seats", "2", "--bots", "random", "--workers", "1")
    code, said, err = run("generate", "coloryam", *more, "--out", str(out))
    assert (code, err) == (0, "")
    rows = len(polars.read_parquet(out))
    assert said.startswith(f"{out} has {rows} decisions of 3 games, after ")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "--out"),
        (("--out", "absent/games.parquet/x"), "not a directory"),
        (("--out", "."), "cannot be used"),
        (("--out", "games.parquet", "--games", "0"), "at least 1"),
        (("--out", "games.parquet", "--bots", "god"), "has no bot called “god”"),
    ],
)
def test_refuses_in_one_line(
    run: RunCommand,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "absent").write_text("a file, not a folder")
    code, out, err = run("generate", "quatrefoil", *arguments)
    assert (code, out) == (2, "")
    assert why in err.lower() or why in err
    assert err.count("\n") == 1
