"""Packages of the extra `[lab]`, imported when they are first needed."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from quincunx.lab.errors import MissingLibrary


def polars() -> Any:
    """Return polars; raise an error that names the extra if it is not installed."""
    try:
        import polars as found
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "polars":
            raise
        raise MissingLibrary("lab.missing_library", package="polars", extra="lab") from None
    module: ModuleType = found
    return module
