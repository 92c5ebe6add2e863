"""The table for many: people, live tables, store, steward."""
