"""`quincunx settings`: every setting, its value and where it comes from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quincunx.server.ops.settings import Settings
from quincunx.server.ops.settings_list import mask_password
from tests.cli.commands import RunCommand


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder in which there is nothing yet."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_setting_is_listed_with_its_source(
    run: RunCommand, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "quincunx.toml").write_text('port = 1\nthinkers = 2\nmetrics_from = ["::1"]')
    monkeypatch.setenv("QUINCUNX_THINKERS", "3")
    monkeypatch.setenv("QUINCUNX_LOG", "json")
    code, out, _ = run("settings", "--log", "text", "--json")
    listed = {each.pop("setting"): each for each in json.loads(out)}
    assert code == 0
    assert list(listed) == list(Settings.__struct_fields__)
    assert listed["host"] == {"value": "127.0.0.1", "source": "default", "where": ""}
    assert listed["port"] == {"value": 1, "source": "file", "where": "quincunx.toml"}
    assert listed["metrics_from"]["value"] == ["::1"]
    assert listed["thinkers"] == {"value": 3, "source": "environment", "where": "QUINCUNX_THINKERS"}
    assert listed["log"] == {"value": "text", "source": "command_line", "where": "--log"}


def test_people_get_a_table_in_their_language(run: RunCommand, folder: Path) -> None:
    (folder / "other.toml").write_text("port = 9000")
    out = run("settings", "--config", "other.toml", "--thinkers", "2", "--language", "de").out
    rows = [[cell.strip() for cell in line.strip("│").split("│")] for line in out.splitlines()]
    assert ["port", "9000", "Datei other.toml"] in rows
    assert ["thinkers", "2", "Befehlszeile, --thinkers"] in rows
    assert ["log", "text", "Voreinstellung"] in rows


@pytest.mark.parametrize("how", ["--json", "--config=quincunx.toml"])
def test_passwords_are_masked(run: RunCommand, folder: Path, how: str) -> None:
    (folder / "quincunx.toml").write_text('database = "postgresql://ada:hush@host/games"')
    code, out, _ = run("settings", how)
    assert code == 0
    assert "hush" not in out
    assert "ada:***@host" in out


@pytest.mark.parametrize("how", ["--json", "--config=quincunx.toml"])
def test_the_password_for_sending_mail_is_not_shown(
    run: RunCommand, folder: Path, how: str
) -> None:
    (folder / "quincunx.toml").write_text('smtp_user = "ada"\nsmtp_password = "hush"')
    code, out, _ = run("settings", how)
    assert code == 0
    assert "hush" not in out
    assert "***" in out


@pytest.mark.parametrize(
    ("address", "masked"),
    [
        ("postgresql://ada@host:5432/games", "postgresql://ada@host:5432/games"),
        ("postgresql://ada:p@ss/w:rd@host/games", "postgresql://ada:***@host/games"),
        ("postgresql+asyncpg://:hush@host/games", "postgresql+asyncpg://:***@host/games"),
        ("postgresql://host/g?password=hush&a=b", "postgresql://host/g?password=***&a=b"),
        ("postgresql:///g?a=b&PASSWORD=hush", "postgresql:///g?a=b&PASSWORD=***"),
    ],
)
def test_a_password_is_masked_wherever_it_is_in_the_address(address: str, masked: str) -> None:
    assert mask_password(address) == masked


def test_a_bad_setting_is_refused_as_the_server_would(run: RunCommand) -> None:
    code, out, err = run("settings", "--port", "0")
    assert (code, out) == (2, "")
    assert err.startswith("quincunx: --port: the setting “port” cannot have this value.")
