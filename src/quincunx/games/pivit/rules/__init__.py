"""The rules of Pivit.

`rules` implements the engine's contract and dispatches to pure functions on the state: `building`
for what players do while they build, `rounds` for dealing, sticks and scores, `views` for what a
viewer sees, and `determinisation` for a random state that agrees with a view. `config` holds the
numbers of the rules.
"""

from __future__ import annotations

from quincunx.games.pivit.rules.config import (
    COUNTDOWN_MS,
    MAX_CREDIT_MS,
    MAX_RESUMES,
    MAX_WITHDRAWALS,
    MINUTE_MS,
    STICK_VALUES,
    TOKENS_PER_ROUND,
)
from quincunx.games.pivit.rules.rules import PivitRules

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
