"""Players cannot win by other means than playing better: attacks over real sockets."""
