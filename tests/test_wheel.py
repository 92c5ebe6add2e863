"""The wheel holds all that a user needs: the page too, so that nobody needs Node."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

import quincunx
from tests.helpers.ports import free_port
from tests.helpers.waiting import MAX_WAIT_S
from tests.helpers.wheel import unpacked_wheel


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built and unpacked."""
    return unpacked_wheel(tmp_path_factory.mktemp("wheel"))


def test_the_wheel_contains_page_messages_guides_and_conventions(installed: Path) -> None:
    for file in (
        "py.typed",
        "page/dist/index.html",
        "page/messages/en.json",
        "core/messages/en.json",
        "cli/messages/en.json",
        "client/messages/en.json",
        "lab/messages/en.json",
        "server/messages/en.json",
        "server/people/accounts/common_passwords.txt",
        "server/storage/migrations/versions/0001_people_and_tables.py",
        "games/quatrefoil/guide.md",
        "games/quatrefoil/conventions/base.json",
        "games/quatrefoil/messages/en.json",
        "games/quivvit/forecast/weights.npz",
    ):
        assert (installed / "quincunx" / file).is_file(), file


def test_the_installed_wheel_plays_a_game(installed: Path, tmp_path: Path) -> None:
    program = "import quincunx; print(quincunx.new('coloryam', seed=1).play_out('easy').scores)"
    scores = quincunx.new("coloryam", seed=1).play_out("easy").scores
    for arguments, expected in (
        (["-m", "quincunx", "--version"], f"quincunx {quincunx.__version__}\n"),
        (["-c", program], f"{scores}\n"),
    ):
        done = subprocess.run(
            [sys.executable, "-P", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(installed), "PATH": ""},
            check=True,
            capture_output=True,
            text=True,
        )
        assert done.stdout == expected


def test_the_installed_wheel_serves_the_page_without_node(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-P", "-m", "quincunx", "serve", "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(installed), "PATH": ""}
    server = subprocess.Popen([*command, "--data", "data"], cwd=tmp_path, env=environment)
    try:
        page = _first_answer(f"http://127.0.0.1:{port}/")
    finally:
        server.terminate()
        server.wait(MAX_WAIT_S)
    assert "<title>Quincunx" in page
    assert "/assets/" in page


def _first_answer(url: str) -> str:
    give_up = time.monotonic() + MAX_WAIT_S
    while time.monotonic() < give_up:
        try:
            with urlopen(url, timeout=MAX_WAIT_S) as answer:
                body: bytes = answer.read()
                return body.decode()
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")
