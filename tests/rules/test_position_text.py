"""A position is one line of text that reads back as it was, and any other text is refused in one sentence."""

from collections.abc import Iterator
from random import Random

import pytest

import axio
from axio.rules import Malformed, Observation, State, deal, parse_position, position_text

TABLES = [(game, seats) for game in ("axio", "rota", "hex") for seats in (1, 2, 3, 4)]
LETTERS = "abcdehorxRGBOPY.-_/;,@=?!+*0123456789 \x00é٣"


def states(game: str, seats: int) -> Iterator[State]:
    """A random game from the deal to its end."""
    chance = Random(f"{game} {seats}")
    state = deal(game, seats, "7")
    yield state
    while not state.over:
        state = state.play(chance.choice(state.legal_moves)).after
        yield state


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_position_reads_back(game: str, seats: int) -> None:
    """States and what each seat and a spectator know, all through a game: equal, and the same text."""
    for state in states(game, seats):
        for position in (state, *(state.observe(seat) for seat in (None, *range(seats)))):
            text = position_text(position)
            assert "\n" not in text and " " not in text
            again = parse_position(text)
            assert again == position
            assert position_text(again) == text


def test_the_text_tells_what_is_known() -> None:
    """The line in the documents is what the code writes; hidden tiles are numbers."""
    state = deal("axio", 2, "7").play(axio.parse_move("Pd8-Rd9")).after
    text = position_text(state.observe(1))
    assert text == "axio/2;Pd8-Rd9;-;1,0,0,0,0/0,0,0,0,0;1/0;1;?5/RR_BP_BB_RG_OO;-;1"
    assert str(state.observe(1)) == text


def test_a_state_without_a_key_draws_by_its_text() -> None:
    """A position set up by someone has draws of its own, the same for the same text."""
    text = position_text(deal("hex", 2, "7")).rpartition(";")[0]
    first, second = parse_position(text), parse_position(text)
    assert isinstance(first, State) and first == second
    move = first.legal_moves[0]
    assert first.play(move).after.racks == second.play(move).after.racks


START = "axio/2;-;-;0,0,0,0,0/0,0,0,0,0;0/0;0;?5/RR_BP_BB_RG_OO;-;1"
ROTA = deal("rota", 1, "7")
SQUARE = "_".join(map(str, ROTA.board.tiles))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "found 1 parts, expected 9"),
        ("x" * 5000, "found 5000 characters, expected at most 4000"),
        (START.replace("axio", "chess"), "'chess' is not a game"),
        (START.replace("/2;", "/9;"), "expected a game and its seats"),
        (START.replace(";-;-;", ";Ra1-Bb9;-;"), "not neighbours"),
        (START.replace(";-;-;", ";-;e4;"), "e4 is not empty"),
        (START.replace("0/0;0;", "1/0;0;"), "0 tiles are laid, but 1 placed by the seats"),
        (START.replace("0,0,0,0,0/", "0,0,0,0,99/"), "expected a number from 0 to 18"),
        (START.replace("0,0,0,0,0/", "18,18,18,18,18/"), "so the game is over"),
        (START.replace("?5/", "RR/"), "expected a number of unknown tiles"),
        (START.replace("?5/", "?6/"), "a rack of 6 tiles, expected at most 5"),
        (START.replace("?5/", "-/"), "no tile to place"),
        (START.replace("RR_BP", "RR_QQ"), "more QQ tiles than the game has"),
        (START.replace(";0;?5", ";0!rain;?5"), "found the ending 'rain', expected board or instant"),
        (START.replace(";0;?5", ";1?;?5"), "only where the rack shows none of the lowest colours"),
        (START.removesuffix("1") + "7", "there is no seat 7"),
        (START.removesuffix("1") + "all", "expected the tiles"),
        (START + ";00.0", "only a position of which everything is known has a key"),
        (f"rota/1;{SQUARE};-;0,0,0,0,0;0;0;-;-;-", "the bag does not hold|no tile"),
        (
            f"rota/1;{SQUARE}_{ROTA.bag[0]}@9,9;-;0,0,0,0,0;1;0;?1;?11;-",
            "9,9 shares no side with the display",
        ),
    ],
)
def test_what_is_wrong_is_said(text: str, reason: str) -> None:
    """Each fault has its sentence."""
    with pytest.raises(Malformed, match=reason) as fault:
        parse_position(text)
    assert "\n" not in str(fault.value)
    assert str(fault.value).startswith("not a position: ")


def mutated(text: str, chance: Random) -> str:
    """A text with some characters or whole parts changed, doubled or lost."""
    for _ in range(chance.randrange(1, 4)):
        at, size = chance.randrange(len(text) + 1), chance.choice((0, 1, 1, 2, 9))
        new = chance.choice(("", chance.choice(LETTERS), text[at : at + chance.randrange(12)]))
        text = text[:at] + new + text[at + size :]
    return text


def fuzz(count: int, seed: int) -> None:
    """Any text is refused in one sentence, or is a position that can be written, watched and played on."""
    chance = Random(seed)
    texts = [
        position_text(position)
        for table in TABLES
        for state in list(states(*table))[::9]
        for position in (state, state.observe(0), state.observe(None))
    ]
    for _ in range(count):
        text = mutated(chance.choice(texts), chance)
        try:
            position = parse_position(text)
        except Malformed:
            continue
        assert parse_position(position_text(position)) == position
        assert isinstance(position, State | Observation)
        if not position.over:
            play_on(position)


def play_on(position: State | Observation) -> None:
    """Some world of the position goes on for a move."""
    state = position.sample(1) if isinstance(position, Observation) else position
    assert state.play(state.legal_moves[0]).after.placed


def test_any_text_is_a_position_or_a_sentence() -> None:
    """Thousands of spoilt texts: nothing else is raised than Malformed."""
    fuzz(3000, 1)


@pytest.mark.soak
def test_any_text_is_a_position_or_a_sentence_at_length() -> None:
    """The same with many more."""
    for seed in range(10):
        fuzz(20_000, seed)
