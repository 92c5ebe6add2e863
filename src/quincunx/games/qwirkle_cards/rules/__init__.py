"""The rules of Qwirkle Cards.

`rules` implements the engine's contract; `views` says what a viewer sees, and draws a random state
that agrees with a view.
"""

from __future__ import annotations

from quincunx.games.qwirkle_cards.rules.rules import QwirkleCardsRules

__all__ = ["QwirkleCardsRules"]
