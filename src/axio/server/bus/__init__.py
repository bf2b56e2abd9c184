"""Messages from one part of the server to another, from process to process, and out to a reader."""
