"""What the store holds of a table, one module for each part: stored as jobs, loaded by functions.

`rows` is the table's own row with its configuration, `seats` its players and bots, `matches` the
game in play (replayed from the log), `drafts` what seats build before they move, `chat` its chat,
`names` the names under which a table shows people. Everything of a table is loaded through one
connection, so that it comes from one snapshot.
"""
