"""What calls the compiled code: linking, caching, memory, threads, and the classes that others import."""
