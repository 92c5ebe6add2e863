"""One turn as a puzzle for one player.

`rules` scores it, `deal` deals one that can be solved, and `answer` finds the best play and reviews
the one that was made.
"""
