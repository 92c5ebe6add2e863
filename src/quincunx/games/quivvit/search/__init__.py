"""How bots, hints and reviews judge moves.

`lookahead` ranks moves by the win rate over imagined deals, `turn_statistics` holds the measured
averages behind it, `bonus_draw` decides the last draw exactly, and `first_sight` is what an
inattentive player sees.
"""
