"""The engine: what all games share.

`rules.py` and `game.py` define what a game package provides; `match/` plays one game. Nothing
here does I/O, except that `messages.py` reads the catalogues of words.
"""
