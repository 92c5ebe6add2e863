"""Turns the Markdown that docstrings are written in into what Sphinx reads.

Our docstrings mark code with single backticks. The name of something public becomes a link to it,
everything else is shown as code.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from public_names import PUBLIC
from sphinx.application import Sphinx

import quincunx

_MADE_BY_THE_LIBRARY = (msgspec.Struct, quincunx.Match, quincunx.Recording)
_CODE = re.compile(r"(?<![`:\w])`([^`\n]+)`(?!`)")


def _linked(match: re.Match[str]) -> str:
    text = match[1]
    name = text.removesuffix("()").removeprefix("quincunx.")
    first, _, rest = name.partition(".")
    if first in PUBLIC and (not rest or rest.isidentifier()):
        return f":py:obj:`{text} <quincunx.{name}>`"
    return f"``{text}``"


def process(_app: Sphinx, _what: str, _name: str, _obj: Any, _opts: Any, lines: list[str]) -> None:
    lines[:] = _CODE.sub(_linked, "\n".join(lines)).split("\n")


def hide_fields(
    _app: Sphinx,
    what: str,
    _name: str,
    obj: Any,
    _opts: Any,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None] | None:
    """Leave out the constructors of what the library makes, and programs only read."""
    is_made = what == "class" and issubclass(obj, _MADE_BY_THE_LIBRARY)
    return ("", None) if is_made else None


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", process)
    app.connect("autodoc-process-signature", hide_fields)
    return {"parallel_read_safe": True}
