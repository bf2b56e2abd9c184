"""Messages to a person's open pages, whatever they show: what waits, the lobby, phrases."""
