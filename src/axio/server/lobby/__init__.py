"""Where people meet: who is here, which tables are open, pairing, challenges, set phrases, and blocking."""
