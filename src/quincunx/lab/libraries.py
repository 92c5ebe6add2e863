"""Packages of the lab's extras, imported when they are first needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from quincunx.lab.errors import MissingLibrary


def polars() -> Any:
    """Return polars; raise an error that names the extra if it is not installed."""
    return _load("polars", "lab")


def load_ray() -> Any:
    """Return Ray; raise an error that names the extra if it is not installed."""
    return _load("ray", "ray")


def _load(package: str, extra: str) -> Any:
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise MissingLibrary("lab.missing_library", package=package, extra=extra) from None
