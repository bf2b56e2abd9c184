"""What is compiled: plain functions over rows of numbers, for CPU threads and CUDA alike.

`shared` holds for every game, `grid` and `display` for one kind of board, `learned` for networks. Code in
`shared` and `learned` imports the functions of a board from `grid`; whether they are those of `grid` or of
`display` is settled when a family is linked (see host/link.py).
"""
