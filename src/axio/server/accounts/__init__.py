"""Accounts: a guest chooses a handle and credentials, and can then sign in from every browser."""
