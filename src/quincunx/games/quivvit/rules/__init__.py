"""The rules of Quivvit: rotate one card of the grid, link colours, take the linked cards.

`rules` is the `Rules` class that the engine calls. The other modules are pure functions on a
`QuivvitState`: `blocking` (Color Block), `turns` (rotating, claiming, refilling), `ending` (rounds,
Drain the Deck, the last draws, winners), `uncovered` (which cards can be used) and `views`.
"""

from quincunx.games.quivvit.rules.ending import DRAIN_STOP_CARDS, MAX_DRAIN_TURNS_PER_DECK, ROUNDS
from quincunx.games.quivvit.rules.rules import QuivvitRules

__all__ = ["DRAIN_STOP_CARDS", "MAX_DRAIN_TURNS_PER_DECK", "ROUNDS", "QuivvitRules"]
