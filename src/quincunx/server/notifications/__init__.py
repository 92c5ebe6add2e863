"""Notifications: alerts for people who do not have the page in front of them.

alerts.py decides from the states before and after a change whom to alert of what; invitations and
friend requests have alerts too (relation_alerts.py), and pairings (pairing_alerts.py). `Notifier`
(notifier.py) queues alerts and finds the browsers that want them (subscriptions.py), and
push_sender.py encrypts, signs (push_key.py) and sends the messages, to public addresses only
(push_lookup.py, push_addresses.py). The folder depends on `server.relations`, `server.pairing`,
`server.tables`, `server.people`, `server.storage`, `server.common` and `server.ops`, none of which
depends on it: they tell the notifier what they have stored.
"""
