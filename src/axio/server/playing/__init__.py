"""Tables being played: every row of the log goes through here, and what happens without being asked."""
