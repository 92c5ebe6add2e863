"""What a table is: one immutable value, and questions about it that are answered by pure functions.

`table_state.TableState` holds everything that a command may read. The other modules are named
after what they answer: `permissions` (what is allowed), `absence` (whether the others must wait for
a player), `wake_up` (when something will happen by itself).
"""
