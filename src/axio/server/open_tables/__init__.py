"""Before the deal: tables made, links, rooms, and who sits down where."""
