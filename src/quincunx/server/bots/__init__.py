"""Bot processes: they choose moves, make plans, give hints and review finished games.

`BotPools` (pools.py) runs this work in other processes, so that the event loop never waits for a
bot; `ProcessPool` (process_pool.py) is the mechanism: a bounded, fair queue with deadlines, and
processes that are replaced when they die or hang. `BotRequest` (bot_requests.py) is what a bot is
given, and tasks.py holds the functions that run in the processes. `BotSeats` (bot_seats.py) decides
which bot at a table acts next, and seated_bots.py keeps bots that fail from stopping a game. The
folder depends on `core`, the registry of games and `server.common`.
"""
