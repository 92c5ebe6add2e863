"""One module for each command: `add_to` declares its arguments, `run` carries it out."""
