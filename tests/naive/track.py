"""Score tracks: a step never passes the next stop, and never the last one."""

AXIO_STOPS = [18]
SOLO_STOPS = [18, 36]
ROTA_STOPS = [12]

Points = dict[str, int]  # colour to points, all of one scoring step


def advance(value: int, points: int, stops: list[int]) -> int:
    for stop in stops:
        if value < stop:
            return min(value + points, stop)
    return value


def take_step(scores: list[int], step: Points, colours: str, stops: list[int]) -> list[int]:
    return [advance(value, step.get(colour, 0), stops) for colour, value in zip(colours, scores, strict=True)]


def take_steps(scores: list[int], steps: list[Points], colours: str, stops: list[int]) -> list[int]:
    for step in steps:
        scores = take_step(scores, step, colours, stops)
    return scores


def reached(before: list[int], after: list[int], stop: int) -> int:
    """How many colours came to the stop."""
    return sum(1 for old, new in zip(before, after, strict=True) if old < stop == new)
