"""The pictures of README and docs, which `make pictures` takes."""

from __future__ import annotations

import re
from typing import Final

from tests.helpers.paths import ROOT

MAX_BYTES: Final = 2_000_000
PICTURE: Final = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")


def test_every_picture_is_there_used_and_small() -> None:
    used = {
        (document.parent / link).resolve()
        for document in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
        for link in PICTURE.findall(document.read_text("utf-8"))
        if "://" not in link
    }
    assert set((ROOT / "docs" / "pictures").iterdir()) <= used
    assert all(picture.stat().st_size <= MAX_BYTES for picture in used)
