"""A game that has everything the five need, to prove the core and the kit with."""
