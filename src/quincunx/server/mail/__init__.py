"""E-mail, where the operator has named an SMTP server; without one, nothing is ever sent.

`MailSender` (sender.py) takes a `Mail` (mail.py), which message.py writes as plain text in the
reader's language; delivery.py hands it to the SMTP server; addresses.py checks what people type.
"""
