"""The rules of Quatrefoil.

`rules` implements the engine's contract. `dealing` deals the tokens and cards, `series` scores
several deals in a row, `cards` says what follows from the cards that a viewer knows, and
`possible_deals` which deals agree with all that a seat has seen. `deals` lists all deals and
`deal_sets` intersects sets of them. `legal_moves` and `events` hold what is built once for many
games.
"""

from __future__ import annotations

from quincunx.games.quatrefoil.rules.rules import QuatrefoilRules

__all__ = ["QuatrefoilRules"]
