"""A browser at a table: its socket and what is asked over it, and tables over HTTP."""
