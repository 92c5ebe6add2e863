"""A new language needs catalogues and guides, and no change of code.

The test copies the package, adds the made-up language `tlh` to the copy, and asks the copy. The
page's part is `web/src/messages/new-language.test.ts`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quincunx

PACKAGE = Path(quincunx.__file__).parent
ASK = """
import asyncio
from quincunx.cli import main
from quincunx.core.messages import Message, languages, render
from quincunx.server.http.routes.games.games import guide

print(languages())
print(render(Message("table.refusal.wrong_login"), "tlh"))
print(render(Message("quivvit.score", {"score": 1.5}), "tlh"))
print(render(Message("quivvit.score", {"score": 3}), "tlh"))
print(asyncio.run(guide.fn("quivvit", "tlh")).content.splitlines()[0])
main(["games", "quivvit"])
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a folder with a copy of the package that has one more language."""
    copy = tmp_path / "quincunx"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "dist"))
    for catalogue in copy.glob("**/messages/en.json"):
        words = json.loads(catalogue.read_text("utf-8"))
        translated = {key: f"«{text}»" for key, text in words.items()}
        if catalogue.parents[1] == copy / "core":
            few = "few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14"
            translated |= {"core.decimal_mark": "'", "core.plural": f"one: n = 1; {few}"}
        if catalogue.parents[1].name == "quivvit":
            translated["quivvit.score"] = "{score, plural, few {# few} other {# many}}"
        catalogue.with_name("tlh.json").write_text(json.dumps(translated), "utf-8")
    for text in copy.glob("games/*/guide.md"):
        text.with_name("guide.tlh.md").write_text(f"# tlh {text.parent.name}\n", "utf-8")
    return tmp_path


def test_a_new_language_needs_only_files(package: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(package), "LC_ALL": "tlh_Kronos.UTF-8"}
    asked = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**environment, "PYTHONIOENCODING": "utf-8"},
        cwd=package,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    answers = asked.stdout.splitlines()
    assert answers[:5] == [
        "('de', 'en', 'fr', 'tlh')",
        "«Wrong user name or password.»",
        "1'5 many",
        "3 few",
        "# tlh quivvit",
    ]
    assert "«Rotate a card" in asked.stdout, "the terminal speaks it"
