"""Notifications: alerts for people who do not have the page in front of them.

alerts.py decides from the states before and after a change whom to alert of what; invitations and
friend requests have alerts too (relation_alerts.py), and pairings (pairing_alerts.py). `Notifier`
(notifier.py) queues alerts and finds the browsers that want them (subscriptions.py), and
push_sender.py encrypts, signs (push_key.py) and sends the messages, to public addresses only
(push_lookup.py, push_addresses.py). What no browser is told of, `MailAlerts` (mail_alerts.py) sends
to people who have chosen that (mail_choices.py), as alert_mails.py words it. The folder depends on
`server.relations`, `server.pairing`, `server.tables`, `server.people`, `server.mail`,
`server.cluster`, `server.storage`, `server.common` and `server.ops`, none of which depends on it:
they tell the notifier what they have stored.
"""
