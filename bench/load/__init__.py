"""How many people our server holds, beside boardgame.io's own server on the same moves.

The game is Quatrefoil: four people take turns, every push and twist is legal at any time, and only
a stack would end it. So a table with people alone goes on for as long as anybody measures, and
each move is shown to four sockets, each with its own view and its own legal moves.
"""
