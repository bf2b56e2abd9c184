"""What one viewer sees of a table: the position, what happened, the free spots, the record."""
