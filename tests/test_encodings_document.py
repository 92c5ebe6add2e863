"""docs/reference/encodings.md lists the features and actions of every game.

`python -m tests.test_encodings_document --write` brings the tables up to date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from quincunx.core.encoding import AnyEncoding, Field, Layout
from quincunx.core.messages import pattern
from quincunx.registry import find, game_names

FILE = Path(__file__).parents[1] / "docs" / "reference" / "encodings.md"


def section(name: str) -> str:
    """The tables of a game at its smallest table for two or more, with default options."""
    encoding = _encoding(name)
    seats = _seats(name)
    return "\n".join(
        (
            f"<!-- {name} -->",
            "",
            (
                f"With {seats} seats and default options, an observation has "
                f"{encoding.features.size:,} numbers, and there are "
                f"{encoding.actions.size:,} actions."
            ),
            "",
            "| feature | from | shape | values | what it says |",
            "| --- | ---: | --- | --- | --- |",
            *_rows(encoding.features, with_values=True),
            "",
            "| actions | from | shape | what they do |",
            "| --- | ---: | --- | --- |",
            *_rows(encoding.actions, with_values=False),
            "",
            f"<!-- end of {name} -->",
        )
    )


def _seats(name: str) -> int:
    return max(2, find(name).seats(find(name).options())[0])


def _encoding(name: str) -> AnyEncoding:
    game = find(name)
    return game.encoding(game.rules(game.options(), _seats(name)))


def _rows(layout: Layout, *, with_values: bool) -> list[str]:
    return [
        f"| `{field.name}` | {layout.first(field.name)} | {_shape(field)} |"
        + (f" {_values(field)} |" if with_values else "")
        + f" {field.about} |"
        for field in layout.fields
    ]


def _shape(field: Field) -> str:
    return " × ".join(map(str, field.shape)) or "1"


def _values(field: Field) -> str:
    return f"{field.low} to {field.high}".replace("-", "−")


@pytest.mark.parametrize("name", game_names())
def test_the_encoding_of_each_game_is_documented(name: str) -> None:
    document = FILE.read_text("utf-8")
    assert f"## {pattern(f'{name}.name')}\n\n{section(name)}" in document


def write() -> None:
    document = FILE.read_text("utf-8")
    for name in game_names():
        old = re.compile(rf"<!-- {name} -->.*?<!-- end of {name} -->", re.DOTALL)
        document, found = old.subn(section(name), document)
        assert found == 1, f"the document has no section for {name}"
    FILE.write_text(document, "utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    write()
