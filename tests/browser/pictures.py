"""Take the README's picture of a table: `python -m tests.browser.pictures`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Final

from tests.browser.chromium import chromium
from tests.browser.visitor import Visitor
from tests.helpers.paths import ROOT
from tests.helpers.server_process import running_server

FILE: Final = ROOT / "docs" / "table.png"
SETTING: Final[dict[str, Any]] = {
    "viewport": {"width": 1200, "height": 760},
    "color_scheme": "dark",
    "reduced_motion": "reduce",
}


def take(visitor: Visitor) -> bytes:
    """Return a screenshot of a base game on the player's turn."""
    visitor.opens_a_table(bots="easy")
    visitor.starts()
    visitor.waits_for_turn_or_end()
    visitor.page.wait_for_timeout(300)
    return visitor.page.screenshot()


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(Path(data)) as server,
        chromium() as browser,
        browser.new_context(base_url=server.url, **SETTING) as context,
    ):
        FILE.write_bytes(take(Visitor(context.new_page())))


if __name__ == "__main__":
    main()
