"""What a server prints when it has started: its addresses, and a QR code in a terminal."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import signal
import socket
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import httpx
import pytest
import segno

from quincunx.server.http.host_guard import HostGuard
from quincunx.server.ops.network_addresses import network_addresses
from quincunx.server.ops.qr_code import can_show_qr_code, qr_code, qr_code_width
from quincunx.server.ops.settings import url_of
from tests.helpers.ports import free_port
from tests.helpers.stores import create_sqlite_store
from tests.helpers.waiting import MAX_WAIT_S

HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
COLOURS = re.compile(r"\x1b\[[\d;]*m")
ENVIRONMENT = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}


def modules(lines: list[str]) -> list[list[int]]:
    """Return the modules that the characters show, row by row."""
    rows: list[list[int]] = []
    for line in lines:
        halves = [HALVES[letter] for letter in COLOURS.sub("", line)]
        rows += [[top for top, _ in halves], [bottom for _, bottom in halves]]
    return rows


def is_code(line: str) -> bool:
    return line.startswith("\x1b[38;5;16;48;5;231m")


@contextmanager
def serving(folder: Path, host: str, stdout: int) -> Iterator[int]:
    """Start a server and return its port."""
    create_sqlite_store(folder)
    port = free_port()
    command = [sys.executable, "-m", "quincunx", "serve", "--data", str(folder)]
    command += ["--host", host, "--port", str(port), "--thinkers", "0"]
    environment = {**os.environ, **ENVIRONMENT}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(command, stdout=stdout, env=environment) as process:
        os.close(stdout)
        try:
            yield port
        finally:
            process.send_signal(signal.SIGTERM)


def read_until(source: int, ending: str) -> str:
    """Read what a server prints, up to a text."""
    text, decoder = "", codecs.getincrementaldecoder("utf-8")()
    while ending not in text:
        try:
            read = os.read(source, 1)
        except OSError:
            # The other end of a terminal is closed.
            read = b""
        assert read, f"it ended after {text!r}"
        # A character has up to four bytes.
        text += decoder.decode(read)
    return text


def answers(url: str) -> bool:
    transport = httpx.HTTPTransport(retries=5)
    with httpx.Client(transport=transport, timeout=MAX_WAIT_S) as client:
        return client.get(f"{url}/health").status_code == 200


needs_network = pytest.mark.skipif(
    not network_addresses([socket.AF_INET]), reason="this machine has no address on a network"
)


@needs_network
def test_a_terminal_shows_the_addresses_and_a_code_of_the_first(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    with serving(tmp_path, "0.0.0.0", theirs) as port:
        urls = [url_of(address, port) for address in network_addresses([socket.AF_INET])]
        height = len(qr_code(urls[0]))
        printed = read_until(ours, "\x1b[0m\r\n")
        while printed.count("\x1b[0m\r\n") < height:
            printed += read_until(ours, "\n")
        first, heading, *lines = printed.split("\r\n")
        assert first == f"Quincunx is running at http://localhost:{port} (press Ctrl-C to stop)"
        assert heading == "On your network:"
        assert [line for line in lines if line and not is_code(line)] == [f"  {u}" for u in urls]
        shown = modules([line for line in lines if is_code(line)])
        expected = [list(map(int, row)) for row in segno.make_qr(urls[0]).matrix_iter(border=4)]
        assert shown[: len(expected)] == expected
        assert answers(urls[0])
    os.close(ours)


@needs_network
@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_pipe_gets_the_plain_addresses(tmp_path: Path, host: str) -> None:
    if host == "::" and not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    ours, theirs = os.pipe()
    families = [socket.AF_INET, *([socket.AF_INET6] if host == "::" else [])]
    addresses = network_addresses(families)
    with serving(tmp_path, host, theirs) as port:
        last = url_of(addresses[-1], port)
        printed = read_until(ours, f"{last}\n")
        _, heading, *urls = printed.splitlines()
        assert heading == "On your network:"
        assert urls == [f"  {url_of(address, port)}" for address in addresses]
        assert "\x1b" not in printed
        for url in urls:
            assert answers(url.strip())
    os.close(ours)


def test_a_server_for_this_machine_alone_prints_one_line(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    with serving(tmp_path, "127.0.0.1", theirs) as port:
        assert f":{port}" in read_until(ours, "\n")
        assert answers(f"http://127.0.0.1:{port}")
    with os.fdopen(ours) as printed:
        assert not printed.read()


def test_the_host_guard_accepts_every_printed_address() -> None:
    async def no_app(*_: object) -> None: ...

    guard = HostGuard(no_app, ["games.example.org"])
    for address in ("192.168.1.23", "10.0.0.1", "203.0.113.7", "fd00::2"):
        assert guard.serves(url_of(address, 8000).removeprefix("http://"))


def test_neither_loopback_nor_link_local_addresses_are_listed() -> None:
    for address in network_addresses([socket.AF_INET, socket.AF_INET6]):
        assert not address.startswith(("127.", "169.254.", "fe80:", "0."))
        assert address != "::1"


def test_the_code_has_a_white_margin_and_fixed_colours_on_every_line() -> None:
    lines = qr_code("http://192.168.1.23:8000")
    rows = modules(lines)
    width = qr_code_width(lines)
    assert all(is_code(line) and line.endswith("\x1b[0m") for line in lines)
    assert {len(row) for row in rows} == {width}
    assert not any(map(any, rows[:4]))
    assert not any(any(row[:4]) or any(row[-4:]) for row in rows)
    assert rows[4][4:11] == [1] * 7


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class AsciiTerminal(Terminal):
    encoding = "ascii"


@pytest.mark.parametrize(
    ("stream", "environment", "shows"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {}, False),
        (AsciiTerminal(), {"TERM": "xterm"}, False),
        (StringIO(), {"TERM": "xterm"}, False),
    ],
)
def test_a_code_is_shown_only_where_it_can_be_read(
    stream: StringIO, environment: dict[str, str], shows: bool
) -> None:
    assert can_show_qr_code(stream, environment) is shows
