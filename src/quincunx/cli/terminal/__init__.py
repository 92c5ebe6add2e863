"""The terminal: output that is safe to print, boards, the keyboard, and a game against bots."""
