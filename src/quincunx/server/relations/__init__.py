"""Relations between people: friends, following, blocking, and invitations to tables.

A relation is a row from one person to another (rows.py): `friend` in both directions, `follow`,
`block`, `request` for friendship, or `withdrawn` for a request that was taken back. actions.py says
what each action does to these rows; `Relations` (relations.py) stores them and tells those whom it
concerns; contacts.py reads the list of friends with who is online; people_search.py finds people;
`TableInvitations` (table_invitations.py) invites people to tables; `NewsFeed` (news.py) shows both
at once to the people who are online, and `RelationEvent` (events.py) tells other parts of the
server about them.

A block is never disclosed. A request or an invitation of a person who is blocked is stored like any
other, with the same answer, and is hidden from its recipient, like one that was declined.
"""
