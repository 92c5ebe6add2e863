"""Fixtures for all tests here: rate limits are off, and a logged error fails the test."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from quincunx.server.common.rate_limiter import RateLimiter
from quincunx.server.ops import logs


@pytest.fixture(autouse=True)
def _no_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateLimiter, "take", lambda self, key, cost=1: None)
    monkeypatch.setattr(RateLimiter, "check", lambda self, key: None)


@pytest.fixture(autouse=True)
def _no_errors_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail if the server logs a warning or an error."""
    uvicorns = logging.getLogger("uvicorn.error")
    uvicorns.addFilter(logs.is_about_server)
    yield
    uvicorns.removeFilter(logs.is_about_server)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
