"""Texts that people write to others: chat messages, and the reasons of reports."""

from __future__ import annotations

from typing import Final

from quincunx.server.common.errors import TableError
from quincunx.server.common.text_safety import in_one_line, is_readable

MAX_TEXT_LENGTH: Final = 300


def clean_text(text: str) -> str:
    """Return the text as it is shown, or refuse it."""
    cleaned = in_one_line(text, MAX_TEXT_LENGTH)
    if not 1 <= len(cleaned) <= MAX_TEXT_LENGTH:
        raise TableError("table.refusal.text_length", longest=MAX_TEXT_LENGTH)
    if not is_readable(cleaned):
        raise TableError("table.refusal.unreadable_text")
    return cleaned


def clean_reason(why: str) -> str:
    """Return the reason of a report, which may be left empty, or refuse it."""
    return clean_text(why) if why.strip() else ""
