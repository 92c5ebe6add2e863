"""The lobby: public tables, a person's own games, and recent results.

`LobbyFeed` (feed.py) sends each subscribed connection the lists and then their changes;
public_lobby.py encodes what is sent; table_lists.py queries the lists. The folder depends on
`server.ratings`, `server.storage` and `server.common`.
"""
