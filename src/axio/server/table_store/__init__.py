"""Tables in the database: read, written row by row, and asked for in lists."""
