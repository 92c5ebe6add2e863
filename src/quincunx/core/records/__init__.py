"""Games as files.

A record holds the moves, the results of chance, and what changed in the view at each step. A whole
record can be replayed through the rules and verified against its seed; one seat's record can be
shown again without any rules.
"""
