"""Puzzles and streaks.

`puzzle_tasks.py` makes and judges puzzles in a bot process, `stock.py` has the next puzzles ready,
`streaks.py` stores how many each person has solved in a row, and `Puzzles` (puzzles.py) answers the
requests. The folder depends on `core`, `bots`, `storage` and `common`.
"""
