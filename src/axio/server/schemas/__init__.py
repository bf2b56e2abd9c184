"""The bodies of HTTP requests and responses, one module for each subject, as msgspec structs."""
