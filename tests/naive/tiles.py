"""All tiles of each game, as canonical texts in canonical order."""

from itertools import combinations, permutations

ORDER = "RGBOPY."
EMPTY = "."
FIVE = "RGBOP"
SIX = "RGBOPY"


def sort_key(tile: str) -> list[int]:
    return [ORDER.index(symbol) for symbol in tile]


def in_order(tiles: list[str]) -> list[str]:
    return sorted(tiles, key=sort_key)


def domino(first: str, second: str) -> str:
    return "".join(sorted(first + second, key=ORDER.index))


def dominoes(colours: str, pairs: int, doubles: int) -> list[str]:
    bag = []
    for first in colours:
        bag += [first + first] * doubles
        for second in colours[colours.index(first) + 1 :]:
            bag += [first + second] * pairs
    return in_order(bag)


def axio_tiles() -> list[str]:
    return dominoes(FIVE, pairs=8, doubles=4)


def hex_tiles() -> list[str]:
    return dominoes(SIX, pairs=6, doubles=5)


def rotations(corners: str) -> list[str]:
    return [corners[turn:] + corners[:turn] for turn in range(4)]


def canonical(corners: str) -> str:
    return min(rotations(corners), key=sort_key)


def full_squares() -> set[str]:
    return {canonical("".join(four)) for four in permutations(FIVE, 4)}


def holed_squares() -> set[str]:
    found = set()
    for triple in combinations(FIVE, 3):
        for opposite in triple:
            one, two = (colour for colour in triple if colour != opposite)
            ahead = (FIVE.index(two) - FIVE.index(one)) % 5
            first, last = (one, two) if ahead in (1, 2) else (two, one)
            found.add(canonical(EMPTY + first + opposite + last))
    return found


def rota_tiles() -> list[str]:
    return in_order(list(full_squares()) + list(holed_squares()))
