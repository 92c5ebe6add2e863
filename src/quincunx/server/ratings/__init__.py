"""The results of finished games, and the ratings that follow from them."""
