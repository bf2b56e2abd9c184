"""News from one part of the server to another, and from process to process."""
