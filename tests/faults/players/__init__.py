"""Simulated players, who play on whatever fails, and a log of all that each client was sent."""
