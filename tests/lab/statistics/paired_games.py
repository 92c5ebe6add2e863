"""Simulated results of two bots of known strength."""

from __future__ import annotations

from random import Random

from quincunx.lab.statistics.elo import expected_share


def paired_share(elo: float, rng: Random) -> float:
    """Play a deal twice with seats swapped; return the share of the bot that leads by `elo`.

    One seat is better than the other, by as much on each deal, so the two games are not
    independent.
    """
    share = expected_share(elo)
    luck = rng.choice([-0.25, 0.25])
    return ((rng.random() < share + luck) + (rng.random() < share - luck)) / 2
