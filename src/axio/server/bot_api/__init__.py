"""The interface for programs that play: a token, challenges, streams of events, moves."""
