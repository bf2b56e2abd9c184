"""What a base installation leaves out, and how it is added afterwards."""

from __future__ import annotations

DISTRIBUTION = "axio-games"  # what is installed; it is imported, and started, as `axio`


def advice(extra: str) -> str:
    """How an extra is installed. Where the package is there already, pip takes it as it is and adds to it:
    this is right for a checkout as well as for a published version."""
    return f"`pip install '{DISTRIBUTION}[{extra}]'`"
