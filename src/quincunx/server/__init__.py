"""The table for many: people, live tables, store, steward."""

from __future__ import annotations

from pathlib import Path

from quincunx.core.messages import publish

publish("table", Path(__file__).parent / "messages")
