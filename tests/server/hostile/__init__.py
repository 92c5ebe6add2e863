"""What no client of ours would ever send."""
