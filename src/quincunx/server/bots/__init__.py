"""Processes that think: bots' moves, hints and analyses, off the event loop."""
