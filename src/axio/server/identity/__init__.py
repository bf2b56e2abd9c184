"""Who sends a request: signed cookies, API tokens, display names, and the check that they are still valid."""
