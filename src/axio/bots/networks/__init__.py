"""The networks that come with the package, one a game, and how they are asked.
See docs/programmers/training.md.

Only `files` is light: the rest loads the compiled kernel or onnxruntime, when it is asked for.
"""

from .files import has_network, network_file

__all__ = ["has_network", "network_file"]
