"""What happens at a table by itself: deadlines, absences and bots' turns.

`scheduler` wakes a table up when something is due, `timers` decides from the state what that is,
`wake_ups` does it, and `bot_turns` asks the bots.
"""
