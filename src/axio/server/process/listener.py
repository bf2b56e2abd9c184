"""The listening socket, and its address for browsers."""

from __future__ import annotations

import contextlib
import errno
import socket
from ipaddress import ip_address

from axio.rules import Refused


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio leaves Nagle's algorithm on and every second message waits 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows: or two servers could share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as fault:
        listener.close()
        if fault.errno == errno.EADDRINUSE:
            raise Refused(f"port {port} is taken: name another with --port, or 0 for any free one") from None
        raise Refused(f"cannot listen on {host}, port {port}: {fault.strerror or fault}") from None
    return listener


def address(host: str, listener: socket.socket, *, tls: bool = False) -> str:
    """The address of the server for a browser on this machine."""
    with contextlib.suppress(ValueError):
        if ip_address(host).is_unspecified:  # every address of this machine, this one included
            host = "127.0.0.1"
    shown = f"[{host}]" if ":" in host else host
    return f"http{'s' * tls}://{shown}:{listener.getsockname()[1]}/"
