"""Five rooms with the same furniture."""
