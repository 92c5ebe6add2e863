"""Where settings come from, which one wins, what is refused, and what is written about them."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from msgspec.structs import fields

from quincunx.cli import main
from quincunx.cli.settings import shown_default
from quincunx.core.messages import pattern
from quincunx.server.ops.settings import PREFIX, BadSetting, Settings, load_settings
from tests.helpers.paths import ROOT
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.waiting import MAX_WAIT_S

NAMES = [field.name for field in fields(Settings)]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder in which there is nothing yet."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_setting_has_a_default() -> None:
    assert load_settings({}, {"HOME": "/"}, None) == Settings()


def test_the_command_line_wins_then_the_environment_then_the_file(folder: Path) -> None:
    file = folder / "server.toml"
    file.write_text('host = "file"\nport = 1\nthinkers = 2\ndata = "from/file"\n')
    environment = {"QUINCUNX_PORT": "3", "QUINCUNX_THINKERS": "4", "PORT": "5"}
    settings = load_settings({"thinkers": "6"}, environment, file)
    assert settings == Settings(host="file", port=3, thinkers=6, data=Path("from/file"))


def test_the_file_in_the_working_folder_is_read_unless_another_is_named(folder: Path) -> None:
    (folder / "quincunx.toml").write_text("port = 1234")
    (folder / "other.toml").write_text("thinkers = 3")
    assert load_settings({}, {}, None) == Settings(port=1234)
    assert load_settings({}, {}, Path("other.toml")) == Settings(thinkers=3)


def test_proxies_are_a_list_in_a_file_and_have_commas_in_a_text(folder: Path) -> None:
    (folder / "quincunx.toml").write_text('trusted_proxies = ["10.0.0.1", "fd00::/8"]')
    wanted = Settings(trusted_proxies=("10.0.0.1", "fd00::/8"))
    assert load_settings({}, {}, None) == wanted
    (folder / "quincunx.toml").unlink()
    assert load_settings({}, {"QUINCUNX_TRUSTED_PROXIES": "10.0.0.1, fd00::/8"}, None) == wanted


def test_the_store_is_where_the_settings_say(folder: Path) -> None:
    assert Settings(data=Path("d")).store == f"sqlite:///{folder}/d/quincunx.db"
    database = load_settings({"database": "postgresql://ada@host/games"}, {}, None)
    assert database.store == "postgresql+asyncpg://ada@host/games"


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("port", "many"),
        ("port", "0"),
        ("port", "65536"),
        ("thinkers", "-1"),
        ("database", "mysql://ada:secret@host/games"),
        ("trusted_proxies", "localhost"),
        ("trusted_proxies", "*"),
        ("trusted_proxies", ""),
        ("smtp_host", "mail.example.org\nsecret"),
        ("smtp_security", "secret"),
        ("smtp_password", "secret\x07"),
        ("mail_from", "The Club <club@example.org>"),
        ("mail_from", "club@example.org\nBcc: secret@example.org"),
    ],
)
def test_bad_values_are_refused_wherever_they_come_from(
    folder: Path, setting: str, value: str
) -> None:
    variable, option = f"QUINCUNX_{setting.upper()}", f"--{setting.replace('_', '-')}"
    file = folder / "server.toml"
    file.write_text(f"{setting} = {json.dumps(value)}")
    for where, typed, environment, config in (
        (option, {setting: value}, {}, None),
        (variable, {}, {variable: value}, None),
        (str(file), {}, {}, file),
    ):
        with pytest.raises(BadSetting) as refused:
            load_settings(typed, environment, config)
        assert str(refused.value).startswith(f"{where}: the setting “{setting}”")
        assert "secret" not in str(refused.value)


def test_mail_needs_a_server_a_sender_and_encryption_for_its_password() -> None:
    host, sender = {"smtp_host": "mail.example.org"}, {"mail_from": "club@example.org"}
    assert load_settings({}, {}, None).mail_server is None
    for incomplete in (host, sender):
        with pytest.raises(BadSetting, match="set both smtp_host and mail_from"):
            load_settings(incomplete, {}, None)
    login = {**host, **sender, "smtp_user": "club", "smtp_password": "123"}
    with pytest.raises(BadSetting, match="Without encryption"):
        load_settings({**login, "smtp_security": "none"}, {}, None)
    server = load_settings({**login, "allowed_hosts": "games.example.org"}, {}, None).mail_server
    assert server is not None
    assert (server.port, server.security, server.password) == (587, "starttls", "123")
    assert (server.domain, server.public_address) == ("example.org", "https://games.example.org")


def test_unknown_settings_are_refused(folder: Path) -> None:
    file = folder / "server.toml"
    file.write_text("[web]\nport = 1")
    for environment, config, says in (
        ({"QUINCUNX_PROT": "1"}, None, "QUINCUNX_PROT: there is no setting “prot”."),
        ({}, file, f"{file}: there is no setting “web”."),
    ):
        with pytest.raises(BadSetting) as refused:
            load_settings({}, environment, config)
        assert str(refused.value).startswith(says)
        assert all(name in str(refused.value) for name in NAMES)


@pytest.mark.parametrize("text", [b"port = ", b"port = 1\nport = 2", b"\xff\xfe"])
def test_a_file_that_is_no_toml_is_refused(folder: Path, text: bytes) -> None:
    file = folder / "server.toml"
    file.write_bytes(text)
    with pytest.raises(BadSetting, match=r"server\.toml cannot be read: "):
        load_settings({}, {}, file)


def test_a_named_settings_file_must_exist() -> None:
    with pytest.raises(BadSetting, match="No such file"):
        load_settings({}, {}, Path("absent.toml"))


def test_a_refusal_is_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUINCUNX_PORT", "x")
    assert main(["serve"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("quincunx: QUINCUNX_PORT: the setting “port”")


def test_the_help_shows_the_defaults(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    helped = " ".join(capsys.readouterr().out.split())
    for name in NAMES:
        default = f" (default {shown_default(name)})" if shown_default(name) else ""
        words = pattern(f"server.setting.{name}")
        assert f"--{name.replace('_', '-')} VALUE {words}{default}" in helped


def test_the_handbook_lists_every_setting_and_no_other() -> None:
    handbook = (ROOT / "docs" / "how-to" / "host.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in handbook.splitlines()
        if f"`{PREFIX}" in line and line.startswith("|")
    ]
    assert rows == [
        [
            f"`{name}`",
            f"`{PREFIX}{name.upper()}`",
            f"`{shown_default(name)}`" if shown_default(name) else "",
            pattern(f"server.setting.{name}"),
        ]
        for name in NAMES
    ]


# What they do


def cookie_over_tls(server: ServerProcess) -> str:
    """Return the cookie of a client behind a web server with TLS on the same machine."""
    headers = {"X-Forwarded-Proto": "https"}
    answer = httpx.post(
        f"{server.url}/api/guest", json={"name": "Ada"}, headers=headers, timeout=MAX_WAIT_S
    )
    cookie: str = answer.headers["set-cookie"]
    return cookie.lower()


def test_a_proxy_on_the_same_machine_is_trusted(server: ServerProcess) -> None:
    assert "secure" in cookie_over_tls(server)


def test_other_proxies_are_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_TRUSTED_PROXIES", "10.0.0.1")
    with running_server(tmp_path) as server:
        assert "secure" not in cookie_over_tls(server)
