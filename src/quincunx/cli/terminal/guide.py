"""A game's guide, in sections, for the terminal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

from quincunx.core.messages import current_language

_DRAWING: Final = re.compile(r"^(as|right|wrong|short|mark|link)\b")
"""Lines of a board that say how the page marks it."""
_BOARD: Final = re.compile(r"^```board\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Section(NamedTuple):
    """A part of a guide, in Markdown."""

    title: str
    text: str


def guide_sections(folder: Path) -> list[Section]:
    """Return the sections of a game's guide in the current language; the first introduces it."""
    language = current_language()
    file = folder / ("guide.md" if language == "en" else f"guide.{language}.md")
    title, *parts = re.split(r"^#{1,2} (.+)$", file.read_text("utf-8"), flags=re.MULTILINE)[1:]
    texts = [title, *parts]
    return [
        Section(name.strip(), _BOARD.sub(_as_text, text).strip())
        for name, text in zip(texts[::2], texts[1::2], strict=True)
    ]


def _as_text(board: re.Match[str]) -> str:
    """Return a drawn board as its notation, with its caption below."""
    lines = [line for line in board[1].splitlines() if not _DRAWING.match(line)]
    captions = [line.removeprefix("caption ") for line in lines if line.startswith("caption ")]
    pieces = [line for line in lines if not line.startswith("caption ")]
    notes = "".join(f"\n\n*{caption}*" for caption in captions)
    return "\n".join(["```text", *pieces, "```"]) + notes
