"""Being told: what waits for a person, by web push and by e-mail, as each of them preferences."""
