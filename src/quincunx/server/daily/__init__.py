"""The daily games, and the results of any deal that several people have played.

`DailyGames` (daily_games.py) lists a day's games and creates their tables; daily_setups.py finds
the games that have a daily game and the deals that suit them; daily_calendar.py lists the days of
a month on which a person played; deal_results.py lists the best attempts at a deal. How a game's
daily game is set up is declared in the game's package (`Game.daily`). The folder depends on
`server.tables`, `server.people` and what is below them.
"""
