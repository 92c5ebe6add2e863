"""Reports: what many games between bots say about a game, as one page of HTML."""
