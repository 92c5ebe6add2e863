"""Helpers for the game packages that know nothing about the engine: compiling, updating tuples."""
