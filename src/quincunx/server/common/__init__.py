"""Data types, errors, limits and helpers that every part of the server uses."""
