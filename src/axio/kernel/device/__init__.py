"""What is compiled: plain functions over rows of numbers, for CPU threads and CUDA alike.

All stand on `shared`; `grid` and `display` are the two kinds of board, `play` is a game on either, and
`learned` adds networks. Code in `play` and `learned` imports the functions of a board from `grid`; when a
family is linked (see host/link.py), they become those of its own board.
"""
