"""Learning from games against oneself: proximal policy optimisation, games in the kernel, learning in JAX."""
