"""PettingZoo's door to `rota`: `env` as it is handed out, `raw_env` without wrappers (the fastest)."""

from functools import partial

from .aec import SeatsEnv, wrapped

env = partial(wrapped, "rota")
raw_env = partial(SeatsEnv, "rota")

__all__ = ["env", "raw_env"]
