"""Every HTTP route, a module for each subject. A route reads the request and calls what does the work."""
