"""Square tiles on a display that grows, drawn from stacks."""
