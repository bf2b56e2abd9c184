"""The packages form no cycle: each can be read, tested and replaced without those above it."""

import pytest

from tools.package_graph import cycles, packages, siblings

# A state makes observations, and an observation makes states.
EXCEPT = ("axio.rules",)


@pytest.mark.parametrize("package", [name for name in packages() if name not in EXCEPT])
def test_siblings_import_one_way(package: str) -> None:
    """What lies side by side in a package does not import in a circle, not even for types."""
    assert cycles(siblings(package)) == []
