"""Accounts, sessions, passwords, profiles, moderation."""
