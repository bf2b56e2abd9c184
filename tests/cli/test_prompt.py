"""What can be typed at the prompt: moves in many forms, commands, and anything else."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axio.cli.local_game import Wanted, started
from axio.cli.typed_moves import near, understood
from axio.rules import IllegalMove, Malformed, Observation, Place, deal, parse_move, read_record
from axio.rules import game as rules_of
from axio.rules.record import Record

from .helpers import GAMES, axio, random_record, script

NONSENSE = [
    "",
    "   ",
    "foo",
    "Re4",
    "Re99-Bf4",
    "Re4-Re4",
    "Ra1-Rc3",
    "RG.P@0,0",
    "RG.P@77,-5=B",
    "RGBO@0,0",
    "0 e4 f4",
    "99 e4 f4",
    "e4 e4",
    "9" * 500,
    "½ ٣ ²",
    "moves zz",
    "moves 99",
    "save",
    "[bold]",
    "\x00\x1b[2J",
    "@@@",
    "-",
    "x" * 10_000,
]


@pytest.mark.parametrize(
    ("game", "seats", "bots"), [("axio", 2, ["greedy"]), ("rota", 2, []), ("hex", 2, ["greedy"])]
)
def test_nonsense_changes_nothing(game: str, seats: int, bots: list[str], tmp_path: Path) -> None:
    """At every question, whatever is not a legal move gets an answer, and the game stays as it is."""
    played = script(game, seats, bots)
    kept = tmp_path / "game.json"
    lines = []
    for decision, typed in enumerate(played.typed):
        lines += [*typed[:-1], *(NONSENSE[(decision + i) % len(NONSENSE)] for i in range(4)), typed[-1]]
    axio("terminal", *played.options, "--save", kept, typed=lines)
    assert [str(move) for move in read_record(kept.read_bytes()).moves] == played.moves


@pytest.mark.parametrize("game", GAMES)
def test_nonsense_gets_a_sentence(game: str) -> None:
    """Every wrong line is answered in the next line, and the question is asked again."""
    wrong = NONSENSE[2:]
    told = axio("terminal", "--game", game, "--seed", "7", typed=wrong).stdout
    answers = told.split("You, place a tile: ")[1:-1]
    assert len(answers) == len(wrong)
    for answer in answers:
        assert answer.splitlines()[1].endswith((".", ":")), answer


def test_an_exchange_is_asked_for_by_name(tmp_path: Path) -> None:
    """While exchange or keep is the question, a placement is refused with what is expected."""
    record = asked()
    kept = tmp_path / "game.json"
    kept.write_text(record.text(), encoding="utf-8")
    told = axio(
        "terminal", "--save", kept, "--bot", "random", typed=["2 e4 f4", "Ra1-Ra2", "moves", "keep"]
    ).stdout
    assert told.count("You, exchange or keep? ") == 4
    assert told.count("exchange or keep must be chosen first: expected `exchange` or `keep`.") == 2
    assert "You have 2 legal moves, such as exchange." in told
    assert str(read_record(kept.read_bytes()).moves[len(record.moves)]) == "keep"


def test_an_exchange_shows_the_tiles_that_were_left(tmp_path: Path) -> None:
    """Whoever exchanges shows the rest of the rack, and it is told."""
    record = asked()
    kept = tmp_path / "game.json"
    kept.write_text(record.text(), encoding="utf-8")
    told = axio("terminal", "--save", kept, "--bot", "random", typed=["exchange"]).stdout
    shown = " ".join(record.final.racks[0])
    assert f"You: exchange\n    showed {shown}, and drew a new rack\n    drew " in told


def asked() -> Record:
    """A game in which seat 0 is asked to exchange or keep."""
    for number in range(200):
        whole = random_record("axio", 2, str(number))
        for ply, step in enumerate(whole.steps(), start=1):
            if step.after.asked and step.after.seat == 0:
                return Record("axio", 2, str(number), whole.moves[:ply])
    raise AssertionError("no game with the question")


def view_of(game: str) -> Observation:
    return deal(game, 2, "7").observe(0)


@pytest.mark.parametrize(
    "text",
    [
        "Rd9-Pd8",
        "Pd8-Rd9",
        "rd9-pd8",
        "RD9 - PD8",
        "rd9 pd8",
        "Rd9Pd8",
        "2 d9 d8",
        "2 d9-d8",
        "rp d9 d8",
        "PR d8 d9",
        "RP D9 D8",
    ],
)
def test_a_domino_can_be_typed_in_many_ways(text: str) -> None:
    """Capitals, spaces, a number on the rack or the tile itself: all mean the same placement."""
    assert understood(text, view_of("axio")) == (parse_move("Pd8-Rd9"),)


def test_the_number_of_a_tile_lays_it_as_it_stands_on_the_rack() -> None:
    """`2 d8 d9` puts the first half of the second tile on the first cell named."""
    assert understood("2 d8 d9", view_of("axio")) == (parse_move("Rd8-Pd9"),)


@pytest.mark.parametrize("text", ["RBG.@2,0=R", "rbg.@2,0=r", "RBG. @ 2,0 = R", "RBG. 2,0 R", "rbg. 2,0 =R"])
def test_a_square_tile_can_be_typed_in_many_ways(text: str) -> None:
    """The same for a tile with four corners and a colour named."""
    assert understood(text, view_of("rota")) == (parse_move("RBG.@2,0=R"),)


@pytest.mark.parametrize(
    ("game", "text"), [("axio", "2 e8"), ("axio", "e8"), ("rota", "1 2,0"), ("hex", "GP")]
)
def test_half_a_move_lists_what_fits(game: str, text: str) -> None:
    """What does not name one move names several: the legal moves with that tile and those cells."""
    view = view_of(game)
    found = understood(text, view)
    assert len(found) > 1
    assert set(found) <= set(view.legal_moves)
    told = axio("terminal", "--game", game, "--seed", "7", typed=[text]).stdout
    assert f"{len(found)} legal moves fit:" in told


def test_a_wrong_move_is_told_by_its_reason() -> None:
    """A text that is no move, and a move that the rules forbid, are different faults."""
    view = view_of("axio")
    with pytest.raises(Malformed, match="there is no tile 6 on the rack: expected 1 to 5"):
        understood("6 e4 f4", view)
    with pytest.raises(Malformed, match="'e4f4' is not a move: expected one such as"):
        understood("e4f4", view)
    for text, reason in [
        ("2 e4 e6", "not_adjacent"),
        ("RR e3 e2", "not_on_rack"),
        ("2 b2 b3", "first_touch"),
    ]:
        with pytest.raises(IllegalMove) as caught:
            understood(text, view)
        assert caught.value.reason == reason


def test_near_moves_are_offered() -> None:
    """After a wrong move come legal ones of the same tile on the same cell, after a wrong word a command."""
    told = axio("terminal", "--seed", "7", typed=["rd9 pe9", "hnit", "Rd9-Pd", "nudo"]).stdout
    assert (
        "e9 is a printed space: a tile needs two empty spaces.\nLegal and near: Rc9-Pd9, Rd8-Pd9, Pc9-Rd9."
        in told
    )
    assert "Did you mean `hint`?" in told
    assert "Legal and near: Rd8-Pd9, " in told
    assert "Did you mean `undo`?" in told


def test_hint_gives_a_legal_move_and_a_reason() -> None:
    """A hint is one line: a move that can be made, and why."""
    for game in GAMES:
        told = axio("terminal", "--game", game, "--seed", "7", typed=["hint"]).stdout
        [line] = [line for line in told.splitlines() if line.startswith("Try ")]
        move, _, reason = line.removeprefix("Try ").partition(": ")
        assert parse_move(move) in deal(game, 2, "7").legal_moves
        assert reason.endswith(".")
        assert len(reason) > 10


def test_moves_are_counted_and_listed_with_their_points() -> None:
    """`moves` counts; with a cell or a tile it lists, and the points are those the move would score."""
    state = deal("axio", 2, "7")
    told = axio("terminal", "--seed", "7", typed=["moves", "moves e8", "moves a1"]).stdout
    assert f"You have {len(state.legal_moves)} legal moves" in told
    at_e8 = [move for move in state.legal_moves if isinstance(move, Place) and "e8" in str(move)]
    assert f"{len(at_e8)} legal moves fit:" in told
    assert "\n  Pd8-Re8 · red +1 → 1\n" in told
    assert all(str(move) in told for move in at_e8)
    assert "0 legal moves fit." in told


def test_unseen_tiles_are_counted() -> None:
    """`unseen` tells each kind of tile that is neither on the board nor on one's own rack."""
    view = deal("axio", 2, "7").observe(0)
    told = axio("terminal", "--seed", "7", typed=["unseen"]).stdout
    assert f"{len(view.unseen)} tiles unseen, {view.bag_size} of them in the bag:" in told
    assert "RP×7" in told
    assert "GG×2" in told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [1, 2])
def test_rules_and_help(game: str, seats: int) -> None:
    """The rules in short name the end of the track; help names every command."""
    options = ["--game", game, "--seats", str(seats), *["--bot", "random"] * (seats - 1)]
    told = axio("terminal", *options, typed=["rules", "?"]).stdout
    assert f"Each colour goes up to {rules_of(game, seats).end}" in told
    assert "In the end only your lowest colour counts" in told
    for command in ("hint", "moves", "undo", "unseen", "board", "rules", "save", "help", "quit"):
        assert f"\n  {command} " in told


def test_undo_goes_back_to_the_last_decision_of_a_person(tmp_path: Path) -> None:
    """The bot's replies go with it, the same position is asked about again; the start stays."""
    played = script("axio", 2, ["random"])
    kept = tmp_path / "game.json"
    first, second = played.lines[:2]
    typed = ["undo", first, second, "undo", "undo", "undo", first, second]
    told = axio("terminal", *played.options, "--save", kept, typed=typed).stdout
    assert told.count("there is nothing to take back: no person has moved yet.") == 2
    assert told.count("Took back 2 moves.") == 2
    assert [str(move) for move in read_record(kept.read_bytes()).moves] == played.moves[:4]


def test_undo_among_people_hands_the_keyboard_back(tmp_path: Path) -> None:
    """At a shared keyboard the last move of anyone is taken back, and its player is asked again."""
    played = script("hex", 2)
    kept = tmp_path / "game.json"
    typed = [*played.typed[0], "", "undo", "", played.moves[0], *played.typed[1]]
    told = axio("terminal", *played.options, "--save", kept, typed=typed).stdout
    assert "Took back 1 move." in told
    assert told.count("Player 1 is next") == 3
    assert [str(move) for move in read_record(kept.read_bytes()).moves] == played.moves[:2]


def test_taking_back_returns_the_very_position() -> None:
    """After a move and an undo the state is equal to the one before, with all that is hidden."""
    match = started(Wanted("axio", 2, ("greedy",), "7"), None)
    before = match.state
    match.play(match.state.legal_moves[5])
    bot = match.players[1].bot
    assert bot is not None
    match.play(match.bot_move(bot))
    assert match.take_back() == 2
    assert match.state == before


@settings(max_examples=150)
@given(
    text=st.text(st.sampled_from("rRgGbBoOpPyY.abefi0123489-@=, \t²é\x00"), max_size=16),
    game=st.sampled_from(GAMES),
)
def test_any_text_is_moves_or_a_fault(text: str, game: str) -> None:
    """Whatever is typed means legal moves, or is refused as malformed or illegal, and never anything else."""
    view = view_of(game)
    try:
        assert set(understood(text, view)) <= set(view.legal_moves)
    except (Malformed, IllegalMove):
        assert set(map(parse_move, near(text, view))) <= set(view.legal_moves)
