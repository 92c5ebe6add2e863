"""Puzzles and streaks.

`puzzle_tasks.py` makes and judges puzzles in a bot process, `stock.py` has the next puzzles ready,
`streaks.py` stores how many each person has solved in a row, and `Puzzles` (puzzles.py) answers the
requests. `Mistakes` (mistakes.py) gives people positions of their own finished games, which
`mistake_tasks.py` shows and judges in the analysis process. The folder depends on `core`, `tables`,
`bots`, `storage` and `common`.
"""
