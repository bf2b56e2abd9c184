"""The HTTP routes, a module for each subject. A handler reads the request and calls a domain function."""
