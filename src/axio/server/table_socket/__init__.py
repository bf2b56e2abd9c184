"""The socket of a browser at a table, and what is asked over it."""
