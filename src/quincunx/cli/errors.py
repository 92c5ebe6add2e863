"""Errors of the command line."""

from __future__ import annotations

from quincunx.core.errors import QuincunxError


class BadUsage(QuincunxError):
    """The arguments of a command are not valid."""


class MissingPackage(QuincunxError):
    """The command needs a package that is not installed."""


class UnsupportedSystem(QuincunxError):
    """The command does not run on this operating system."""
