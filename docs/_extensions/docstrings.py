"""Turns the Markdown that docstrings are written in into what Sphinx reads.

Our docstrings mark code with single backticks. The name of something public becomes a link to it,
everything else is shown as code.
"""

from __future__ import annotations

import re
from typing import Any

from public_names import PUBLIC
from sphinx.application import Sphinx

_CODE = re.compile(r"(?<![`:\w])`([^`\n]+)`(?!`)")


def _linked(match: re.Match[str]) -> str:
    text = match[1]
    name = text.removesuffix("()")
    first, _, rest = name.partition(".")
    if first in PUBLIC and rest.replace("_", "a").isalnum() | (not rest):
        return f":py:obj:`{text} <quincunx.{name}>`"
    return f"``{text}``"


def process(_app: Sphinx, _what: str, _name: str, _obj: Any, _opts: Any, lines: list[str]) -> None:
    lines[:] = _CODE.sub(_linked, "\n".join(lines)).split("\n")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", process)
    return {"parallel_read_safe": True}
