"""The process itself: where it listens, what it writes and counts, how it ends, and several of them."""
