"""Results and ratings of finished games, and the rules of rated games.

`store_results` (results.py) stores how a game ended for each player, in the transaction that ends
it; sides.py ranks the sides of a game; ratings.py computes skills with openskill;
rating_rules.py decides which games are rated and how one can be ended. The folder depends on
`server.storage` and `server.common`.
"""
