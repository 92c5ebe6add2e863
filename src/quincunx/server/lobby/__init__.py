"""The lists of tables, kept up to date for the clients that watch them."""
