"""Optional dependencies: say which extra installs a package that is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from quincunx.cli.errors import MissingPackage


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Turn the import of a package that is not installed into advice to install the extra.

    A module of our own that is missing is a fault of the installation, which no extra repairs.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "quincunx"):
            raise
        raise MissingPackage("cli.needs_extra", package=package, extra=extra) from None
