"""The operating-system side: listening socket, logs, metrics, rate limits, shutdown, supervision."""
