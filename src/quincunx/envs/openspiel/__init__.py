"""OpenSpiel games: every result of chance is a chance node with its exact probabilities.

Importing this package registers `quincunx_GAME` for the games in which one seat acts after the
other and time plays no part: Quatrefoil, ColorYam and Quivvit. Parameters choose the table:

    pyspiel.load_game("quincunx_quivvit(seats=3,preset=double-rotation)")
    pyspiel.load_game("quincunx_quatrefoil(options=limit:2)")
"""

from __future__ import annotations

from quincunx.envs.openspiel.game import OpenSpielGame, register_games

__all__ = ["OpenSpielGame", "register_games"]

register_games()
