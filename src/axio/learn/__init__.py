"""Networks that learn from games played on the kernel (extra `learn`, JAX)."""
