"""Passkeys (WebAuthn) beside passwords.

`Passkeys` (passkeys.py) lists, creates, renames and removes them, and logs people in; site.py says
for which host a passkey is good; challenges.py keeps the challenges in the store, so that any
process can finish what another has begun; verification.py checks signatures with python-fido2.
"""
