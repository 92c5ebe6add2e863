"""Typed errors of training."""

from __future__ import annotations

from quincunx.core.errors import QuincunxError


class BadTraining(QuincunxError):
    """The arguments of a training are not valid."""


class OtherTraining(QuincunxError):
    """The checkpoint belongs to another training."""
