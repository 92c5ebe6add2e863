"""Where bots meet and are measured."""
