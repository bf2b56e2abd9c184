"""Who stands where when the game is over."""


def places(scores: list[list[int]], instant_winner: int | None) -> list[int]:
    """The place of each seat, from 1; equal seats share a place and the next place skips."""
    return [
        1 + sum(1 for rival in range(len(scores)) if beats(scores, rival, seat, instant_winner))
        for seat in range(len(scores))
    ]


def beats(scores: list[list[int]], one: int, other: int, instant_winner: int | None) -> bool:
    if other == instant_winner:
        return False
    if one == instant_winner:
        return True
    return sorted(scores[one]) > sorted(scores[other])
