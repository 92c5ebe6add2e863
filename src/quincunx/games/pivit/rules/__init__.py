"""The rules of Pivit."""

from __future__ import annotations

from quincunx.games.pivit.rules.rules import (
    COUNTDOWN_MS,
    MAX_CREDIT_MS,
    MAX_RESUMES,
    MAX_WITHDRAWALS,
    MINUTE_MS,
    STICK_VALUES,
    TOKENS_PER_ROUND,
    PivitRules,
)

__all__ = [
    "COUNTDOWN_MS",
    "MAX_CREDIT_MS",
    "MAX_RESUMES",
    "MAX_WITHDRAWALS",
    "MINUTE_MS",
    "STICK_VALUES",
    "TOKENS_PER_ROUND",
    "PivitRules",
]
