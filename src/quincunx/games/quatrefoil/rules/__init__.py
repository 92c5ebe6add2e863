"""The rules of Quatrefoil.

`rules` implements the engine's contract. `cards` says what follows from the cards that a viewer
knows, `possible_deals` which deals agree with all that a seat has seen, and `events` builds the
events of frequent moves.
"""

from __future__ import annotations

from quincunx.games.quatrefoil.rules.rules import QuatrefoilRules

__all__ = ["QuatrefoilRules"]
