"""What clients get to see of a table: messages, positions, records and reviews.

`audience` sends it. Nothing of a match reaches a viewer except through a `window.Window`.
"""
