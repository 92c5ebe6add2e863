"""Experiments: which bots meet, which games are played, what counts, and what it says."""
