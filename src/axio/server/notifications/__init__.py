"""Telling people what waits for them: web push, e-mail, and their preferences."""
