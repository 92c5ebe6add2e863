"""How many people our server holds, beside boardgame.io's own server on the same moves.

The game is Quatrefoil: four people take turns, and every push and twist is legal until 500 of them
have been made; then another table takes the place of that one. Each move is shown to four sockets,
each with its own view and its own legal moves.
"""
