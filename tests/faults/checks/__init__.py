"""What must hold after any faults: the stored tables, and each client's log, against the rules."""
