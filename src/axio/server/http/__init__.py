"""What every request and response passes: identity, error responses, security headers, files of the pages."""
