"""Typed errors of the lab."""

from __future__ import annotations

from quincunx.core.errors import QuincunxError


class BadExperiment(QuincunxError):
    """The arguments of an experiment are not valid."""


class OtherExperiment(QuincunxError):
    """A file of results belongs to another experiment."""


class BadFile(QuincunxError):
    """A file cannot be read or written, or holds something else."""


class LostWorker(QuincunxError):
    """A worker process, or the cluster it belonged to, was lost."""


class ClusterError(QuincunxError):
    """There is no usable cluster."""


class MissingLibrary(QuincunxError):
    """The lab needs a package that is not installed."""
