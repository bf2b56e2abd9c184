"""Who is asking: a signed cookie or a token, the name that goes with it, and whether it still holds."""
