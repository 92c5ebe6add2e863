"""One package for each game, with the same modules in each."""
