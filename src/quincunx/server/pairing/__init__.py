"""Pairing: rated games between people of similar strength who are looking for an opponent.

matching.py decides who plays with whom: a plain function of the seeks and the time. offers.py says
what can be looked for, missed_pairings.py who has to wait because they did not come. seeks.py
stores what people look for. round.py settles and pairs seeks in one transaction, so that a process
that dies loses nobody and pairs nobody twice. pairing.py is the shell: it holds rounds and tells
the people who are connected to this process. The folder depends on `server.tables`,
`server.ratings`, `server.storage` and `server.common`.
"""
