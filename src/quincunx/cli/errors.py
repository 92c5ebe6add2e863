"""What only the command line refuses."""

from __future__ import annotations

from quincunx.core.errors import QuincunxError


class BadUsage(QuincunxError):
    """The command cannot be carried out as it was typed."""


class MissingPackage(QuincunxError):
    """The command needs a package that is not installed."""
