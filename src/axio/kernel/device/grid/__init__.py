"""Dominoes on a grid of cells, drawn from a bag."""
