"""What a network needs: features, the forward pass, truncated rollouts, self-play."""
