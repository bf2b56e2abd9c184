"""How far Hypothesis looks: enough for every run, much further in `make soak`."""

from hypothesis import settings

# No deadline: a busy machine is not a bug.
settings.register_profile("default", deadline=None)
settings.register_profile("soak", deadline=None, max_examples=5_000)
settings.load_profile("default")
