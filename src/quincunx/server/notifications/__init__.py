"""Notifications: alerts for people who do not have the page in front of them.

alerts.py decides from the states before and after a change whom to alert of what. `Notifier`
(notifier.py) queues alerts and finds the browsers that want them (subscriptions.py), and
push_sender.py encrypts, signs (push_key.py) and sends the messages, to public addresses only
(push_addresses.py). The folder depends on `server.tables`, `server.people`, `server.storage`,
`server.common` and `server.ops`; tables do not depend on it: the runtime tells the notifier what
it has stored.
"""
