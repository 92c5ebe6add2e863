"""What deploy/ holds is run as an operator would run it, as far as this machine can."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from configparser import RawConfigParser
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from quincunx.client import Client
from quincunx.server.ops.settings import Settings, load_settings
from quincunx.wire import NewTable, TableOpened
from tests.helpers.paths import ROOT
from tests.helpers.ports import free_port
from tests.helpers.postgres import Postgres, running_postgres
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.waiting import MAX_WAIT_S, run

DEPLOY = ROOT / "deploy"
QUINCUNX = Path(sys.executable).with_name("quincunx")
UNITS = ("quincunx.service", "quincunx@.service", "quincunx-worker.service")

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here"
)
needs_nginx = pytest.mark.skipif(
    shutil.which("nginx") is None or shutil.which("openssl") is None,
    reason="there is no nginx here, or no openssl to make a certificate for it",
)
needs_caddy = pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no caddy here")


# Settings


def example() -> str:
    return (DEPLOY / "quincunx.toml").read_text("utf-8")


def uncommented(text: str) -> str:
    """With the settings that are only suggested."""
    return re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE)


def test_the_example_names_every_setting_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "quincunx.toml"
    file.write_text(uncommented(example()))
    assert load_settings({}, {}, file).database is not None
    named = re.findall(r"^(\w+) = ", file.read_text(), flags=re.MULTILINE)
    assert sorted(named) == sorted(Settings.__struct_fields__)


# Units


def service(unit: str) -> dict[str, str]:
    parser = RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((DEPLOY / unit).read_text("utf-8"))
    return dict(parser["Service"])


def test_all_units_have_the_same_sandbox() -> None:
    first, *others = (service(unit) for unit in UNITS)
    for other in others:
        assert {**other, "ExecStart": ""} == {**first, "ExecStart": ""}


@pytest.fixture(scope="module")
def postgres_server() -> Iterator[Postgres]:
    with running_postgres() as running:
        yield running


@pytest.mark.parametrize("unit", UNITS)
def test_the_command_of_each_unit_starts_and_stops(
    unit: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """With the example's settings, but in a folder and on a port of the test's own."""
    port, settings = free_port(), example().replace("/var/lib/quincunx", str(tmp_path))
    if unit != "quincunx.service":
        running: Postgres = request.getfixturevalue("postgres_server")
        database = running.new_database().replace("+asyncpg", "")
        settings = re.sub("(?m)^# database = .*", f'database = "{database}"', settings)
    config = tmp_path / "quincunx.toml"
    config.write_text(settings.replace("port = 8000", f"port = {port}"))
    with started(command(unit, config, port)) as process:
        said = process.stdout.readline() if process.stdout else ""
        assert "Ctrl-C" in said
        if unit != "quincunx-worker.service":
            assert healthy(f"http://127.0.0.1:{port}/health")
        process.send_signal(signal.SIGTERM)
        assert process.wait(MAX_WAIT_S) in (0, -signal.SIGTERM)


def command(unit: str, config: Path, port: int) -> list[str]:
    program, *arguments = shlex.split(service(unit)["ExecStart"])
    assert program == "/opt/quincunx/bin/quincunx"
    here = {"/etc/quincunx/quincunx.toml": str(config), "%i": str(port)}
    return [str(QUINCUNX), *(here.get(argument, argument) for argument in arguments)]


@contextmanager
def started(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def healthy(url: str) -> bool:
    give_up = time.monotonic() + MAX_WAIT_S
    while time.monotonic() < give_up:
        try:
            return httpx.get(url, timeout=MAX_WAIT_S).status_code == 200
        except httpx.TransportError:
            time.sleep(0.05)
    return False


def analysed(unit: str, folder: Path, *how: str) -> subprocess.CompletedProcess[str]:
    """What systemd thinks of a unit whose program is there."""
    text = (DEPLOY / unit).read_text("utf-8")
    file = folder / unit.replace("@.", "@8001.")
    file.write_text(text.replace("/opt/quincunx/bin/quincunx", str(QUINCUNX)))
    command = ["systemd-analyze", *how, str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@needs_systemd
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_accepts_every_line(unit: str, tmp_path: Path) -> None:
    verified = analysed(unit, tmp_path, "verify", "--man=no", "--recursive-errors=no")
    assert (verified.returncode, verified.stderr) == (0, "")


@needs_systemd
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_rates_the_units_as_safe(unit: str, tmp_path: Path) -> None:
    """2.0 of 10 at most, where 9.6 is a unit that says nothing."""
    judged = analysed(unit, tmp_path, "security", "--offline=yes", "--threshold=20")
    assert judged.returncode == 0, judged.stdout


# nginx


@contextmanager
def nginx(folder: Path, one: int, other: int) -> Iterator[str]:
    """In front of two processes on these ports, with the example's configuration; its address."""
    port = free_port()
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    for there, here in {
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen [::]:80;": "",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
        "listen [::]:443 ssl http2;": "",
        "games.example.org;": "localhost;",
        "/etc/letsencrypt/live/games.example.org": str(folder),
        "/var/log/nginx": str(folder),
        "127.0.0.1:8001": f"127.0.0.1:{one}",
        "127.0.0.1:8002": f"127.0.0.1:{other}",
    }.items():
        assert there in site, there
        site = site.replace(there, here)
    (folder / "quincunx.conf").write_text(site)
    # Where it is installed for the whole machine, its folders are not for everybody.
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = "".join(f"{kind}_temp_path {kind}; " for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid nginx.pid; events {{}} http {{ {own} include quincunx.conf; }}"
    )
    make_certificate(folder)
    command = ["nginx", "-p", str(folder), "-c", "nginx.conf", "-e", "stderr"]
    subprocess.run([*command, "-t"], check=True)
    with subprocess.Popen(command) as process:
        try:
            assert healthy(f"https://localhost:{port}/health")
            yield f"https://localhost:{port}"
        finally:
            process.send_signal(signal.SIGQUIT)


def make_certificate(folder: Path) -> None:
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "1", "-subj", "/CN=localhost", "-out", "fullchain.pem"]
    command += ["-keyout", "privkey.pem", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


async def play_some_moves(url: str) -> None:
    ada = await Client.guest(url, "Ada")
    opened = await ada.create_table(NewTable("coloryam", seats=2, bots={1: "random"}))
    async with ada.join(opened.id, opened.invite) as table:
        await table.ready()
        for _ in range(5):
            await table.my_turn()
            await table.play(table.position.moves[0].move)


@needs_nginx
def test_a_game_is_played_through_nginx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the two processes that it knows is not there."""

    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "fullchain.pem"))
    with running_server(tmp_path) as server, nginx(tmp_path, server.port, free_port()) as url:
        run(play_some_moves(url))
        with httpx.Client(base_url=url, timeout=MAX_WAIT_S) as browser:
            cookie = browser.post("/api/guest", json={"name": "Bo"}).headers["set-cookie"]
            assert "secure" in cookie.lower()
            assert browser.get("/", params={"secret": "hush"}).status_code == 200
            assert browser.get("/metrics").status_code == 404
            large = browser.post("/api/guest", content=b"x" * 70_000)
            assert large.status_code == 413
    log = (tmp_path / "quincunx.log").read_text()
    assert "/socket 101 " in log
    assert " GET / 200 " in log
    assert not any(secret in log for secret in ("?", "hush", "127.0.0.1", "quincunx="))


@needs_nginx
def test_processes_behind_nginx_can_be_restarted_one_at_a_time(
    tmp_path: Path, postgres_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clients of a stopped process reconnect to the other at the first attempt."""

    async def come_in(guests: dict[Client, TableOpened], stack: AsyncExitStack) -> None:
        await asyncio.gather(
            *(
                stack.enter_async_context(guest.join(opened.id, opened.invite))
                for guest, opened in guests.items()
            )
        )

    async def work(url: str, *processes: ServerProcess) -> None:
        guests = {}
        for number in range(8):
            guest = await Client.guest(url, f"Guest {number}")
            guests[guest] = await guest.create_table(NewTable("coloryam"))
        for process in processes:
            async with AsyncExitStack() as before:
                await come_in(guests, before)
                await asyncio.to_thread(process.stop)
            async with AsyncExitStack() as after:
                await come_in(guests, after)
            await asyncio.to_thread(process.start)

    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "fullchain.pem"))
    database = postgres_server.new_database()
    with (
        running_server(tmp_path, database) as one,
        running_server(tmp_path, database) as other,
        nginx(tmp_path, one.port, other.port) as url,
    ):
        run(work(url, one, other))


# Caddy


@contextmanager
def caddy(folder: Path, server: int) -> Iterator[str]:
    """In front of a server on this port, with the example's configuration; its address."""
    site = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert "quincunx:8000" in site
    # For "localhost" Caddy signs the certificate itself; it must not ask the machine to trust it.
    options = f"{{\nadmin off\nskip_install_trust\nhttp_port {free_port()}\n}}\n"
    config = folder / "Caddyfile"
    config.write_text(options + site.replace("quincunx:8000", f"127.0.0.1:{server}"))
    port = free_port()
    own = {"DOMAIN": f"localhost:{port}", "XDG_DATA_HOME": str(folder), "HOME": str(folder)}
    command = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
    with subprocess.Popen(command, env={**os.environ, **own}) as process:
        try:
            wait_for_file(folder / ROOT_CERTIFICATE)
            assert healthy(f"https://localhost:{port}/health")
            yield f"https://localhost:{port}"
        finally:
            process.terminate()


ROOT_CERTIFICATE = "caddy/pki/authorities/local/root.crt"


def wait_for_file(file: Path) -> None:
    give_up = time.monotonic() + MAX_WAIT_S
    while not file.exists() and time.monotonic() < give_up:
        time.sleep(0.05)


@needs_caddy
def test_a_game_is_played_through_caddy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / ROOT_CERTIFICATE))
    with running_server(tmp_path) as server, caddy(tmp_path, server.port) as url:
        run(play_some_moves(url))
        with httpx.Client(base_url=url, timeout=MAX_WAIT_S) as browser:
            guest = browser.post("/api/guest", json={"name": "Bo"})
            assert "secure" in guest.headers["set-cookie"].lower()
            assert guest.headers["strict-transport-security"] == "max-age=31536000"
            assert browser.get("/metrics").status_code == 404
            assert browser.post("/api/guest", content=b"x" * 70_000).status_code == 413
