"""Tables before the deal: creating them, invitations, taking seats, and waiting for the last player."""
