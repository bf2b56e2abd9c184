"""The site's own socket: what every page of a person is told, whatever it shows."""
