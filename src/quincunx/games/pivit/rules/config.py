"""The numbers of the rules, and what the options and the number of seats make of them."""

from __future__ import annotations

from typing import Final

from quincunx.games.pivit.options import PivitOptions

TOKENS_PER_ROUND: Final = 2
TARGET_SCORE: Final = 24
TARGET_SCORE_TWO_SEATS: Final = 20
STICK_VALUES: Final = {1: (4,), 2: (4, 2), 3: (4, 2), 4: (4, 2, 1)}
"""Values of the sticks by number of seats. Two players use no sticks, but score as if they did."""
COUNTDOWN_MS: Final = 3_000
MINUTE_MS: Final = 60_000
MAX_ROUNDS: Final = 20
"""After this round the most points win. A game in which players score takes at most 14 rounds."""
MAX_WITHDRAWALS: Final = 5
"""How often a player may withdraw a claim in one round."""
MAX_RESUMES: Final = 5
"""How often a player may revoke a vote to stop in one round; the next vote to stop is final."""
MAX_CREDIT_MS: Final = 200
"""The largest credit for a slow connection. Claims are settled this long after their arrival."""


class PivitConfig:
    """The rules of one table: its options, its seats, and what follows from them."""

    def __init__(self, options: PivitOptions, seats: int) -> None:
        self.seats = seats
        self.time_limit_minutes = options.limit
        self.pairs_allowed = options.younger
        self.referee = options.referee
        self.checks_at_scoring = options.referee == "at-scoring"
        self.stick_values = STICK_VALUES[seats]
        self.target_score = TARGET_SCORE_TWO_SEATS if seats == 2 else TARGET_SCORE
        self.max_rounds = 1 if seats == 1 else MAX_ROUNDS
        self.max_withdrawals = MAX_WITHDRAWALS if self.checks_at_scoring else 0

    @property
    def max_log_entries(self) -> int:
        """The deal, and for each round every move of every seat and every event of the clock."""
        races = 1 if self.checks_at_scoring else 0
        claims = self.max_withdrawals + 1 + races
        stops = MAX_RESUMES + claims
        settlements = claims
        moves_per_seat = (
            1 + TOKENS_PER_ROUND + claims + settlements + self.max_withdrawals + stops + MAX_RESUMES
        )
        starts_and_ends = 2 + races
        return 1 + self.max_rounds * (self.seats * moves_per_seat + starts_and_ends)
