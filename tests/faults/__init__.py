"""Fault injection: simulated players play all games while servers, databases and connections fail.

`run.run` starts a `deployment` and `players`, injects `faults`, waits until the games go on without
them, and runs all `checks`.
"""
