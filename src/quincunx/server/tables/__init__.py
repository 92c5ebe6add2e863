"""One live table: its state, the commands that change it, and the runtime that runs them."""
