"""What holds around everything hostile: import both fixtures, and they hold."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from quincunx.server.common.rate_limiter import Throttle
from quincunx.server.ops import logs


@pytest.fixture(autouse=True)
def as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much is too much is another question."""
    monkeypatch.setattr(Throttle, "take", lambda self, key, cost=1: None)
    monkeypatch.setattr(Throttle, "check", lambda self, key: None)


@pytest.fixture(autouse=True)
def nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No fault is logged, by anybody."""
    uvicorns = logging.getLogger("uvicorn.error")
    uvicorns.addFilter(logs.is_ours)
    yield
    uvicorns.removeFilter(logs.is_ours)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
