"""How bots, hints and reviews judge plays.

`lookahead` ranks plays by the hands that may come next, and `win_chances` estimates how likely each
seat is to win.
"""
