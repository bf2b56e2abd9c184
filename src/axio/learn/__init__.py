"""Self-play training on the kernel (extra `learn`): PyTorch plays thousands of games at once and learns."""
