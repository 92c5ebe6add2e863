"""How bots, hints and reviews judge moves.

`lookahead` ranks moves by the win rate over imagined deals, `statistics` holds the measured
averages behind it, `bonus_draw` decides the last draw exactly, and `first_sight` is what a player
sees who looks at one link at a time.
"""
