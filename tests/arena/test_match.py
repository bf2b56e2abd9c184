"""Matches: the same deals for everyone, every bot on every seat, the same result however it is played."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from axio.arena import Match, Played, play, play_game, record_name, standings
from axio.arena.ladder.fixtures import levels_of
from axio.arena.match import choice_key
from axio.bots import Bot, BotFailed, Budget, Choice, GameHistory, Greedy, Reason, Work, make
from axio.rules import Keep, Malformed, Observation, State, deal, game_names, read_record
from axio.rules.record import End

pytestmark = pytest.mark.long


def match(*names: str, game: str = "rota", games: int = 6, seed: str = "7") -> Match:
    return Match(game, tuple(map(make, names)), games, seed)


def played(given: Match, jobs: int = 1) -> list[Played]:
    return list(play(given, jobs))


class Whim:
    """plays by the key alone, so that any change of keys shows"""

    name = "whim"
    version = 2

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        moves = observation.legal_moves
        return Choice(moves[Random(key).randrange(len(moves))], (), Reason("whim"))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_bot_sits_everywhere_on_every_deal(seats: int) -> None:
    """A deal is played once in each rotation; its racks are the same each time; games count one by one."""
    given = match(*["random"] * seats, games=2 * seats)
    games = played(given)
    assert [(game.deal, game.rotation) for game in games] == [(d, r) for d in range(2) for r in range(seats)]
    for number in range(2):
        on_deal = [game for game in games if game.deal == number]
        assert len({game.record.seed for game in on_deal}) == 1
        for seat in range(seats):
            assert {game.seating[seat] for game in on_deal} == set(range(seats))
    assert len({game.record.seed for game in games}) == 2


def test_games_run_out_in_the_middle_of_a_deal() -> None:
    """As many games as asked for are played, though the last deal then lacks rotations."""
    games = played(match("random", "random", "random", games=4))
    assert [(game.deal, game.rotation) for game in games] == [(0, 0), (0, 1), (0, 2), (1, 0)]


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in game_names() for name in ("random", *levels_of(game))]
)
def test_a_bot_against_itself_is_worth_exactly_half(game: str, name: str) -> None:
    """Whoever meets its equal on mirrored deals wins exactly its share: keys do not know who sits there."""
    given = replace(match(name, name, game=game, games=2), budget=Work(20))
    first, second = standings(given, play(given))
    assert (first.win_share, second.win_share) == (0.5, 0.5)
    assert first.mean_low == second.mean_low


def test_three_equals_share_in_three() -> None:
    """With three seats all rotations make a third each, to the last bit."""
    given = match("greedy", "greedy", "greedy", games=6)
    assert {standing.win_share for standing in standings(given, play(given))} == {1 / 3}


def test_keys_follow_from_deal_ply_and_seat() -> None:
    """Every choice has a key of its own, and the rotation is not part of it."""
    given = match("random", "random")
    keys = [choice_key(given, *at) for at in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))]
    keys.append(choice_key(replace(given, seed="8"), 0, 0, 0))
    assert len(set(keys)) == 5
    bots: tuple[Bot, ...] = (Whim(), Whim())
    whims = replace(given, bots=bots)
    assert play_game(whims, 0, 0).record == play_game(whims, 0, 1).record


@pytest.mark.parametrize("names", [("greedy", "careful"), ("random", "greedy", "random")])
def test_jobs_do_not_matter(names: tuple[str, ...]) -> None:
    """One process or three: the same games in the same order, and the same result, times aside."""
    given = match(*names, games=7)
    alone, together = played(given, 1), played(given, 3)
    assert alone == together
    timeless = [
        [replace(standing, ms_per_move=0.0) for standing in standings(given, games)]
        for games in (alone, together)
    ]
    assert timeless[0] == timeless[1]


def test_the_seed_decides() -> None:
    """The same seed gives the same match, another one other games."""
    assert played(match("random", "greedy")) == played(match("random", "greedy"))
    other = played(match("random", "greedy", seed="8"))
    assert all(a.record != b.record for a, b in zip(played(match("random", "greedy")), other, strict=True))


def test_time_is_measured_and_changes_nothing() -> None:
    """How long bots took is told, but two games that differ in it alone are equal."""
    game = played(match("random", "greedy"))[0]
    assert all(seconds > 0 for seconds in game.seconds)
    assert sum(game.turns) == len(game.record.moves)
    assert replace(game, seconds=(9.0, 9.0)) == game


def test_records_say_who_played_and_hold() -> None:
    """A game's record names the bot of each seat with its version, and reads back with the same result."""
    given = match("greedy", "careful:weight=0.5", games=2)
    labels = ("greedy@1", "careful@1:weight=0.5")
    for game in played(given):
        record = read_record(game.record.text())
        assert [seat[0].name for seat in record.players] == [labels[bot] for bot in game.seating]
        assert record.outcome is not None
        assert record.outcome.winners == game.winners
        assert tuple(min(tracks) for tracks in record.final.tracks) == game.lows


def test_no_two_matches_write_the_same_file() -> None:
    """A record's name is of its match and number alone, so that a folder can hold several matches."""
    matches = [
        match("random", "greedy"),
        match("greedy", "random"),
        match("random", "greedy", seed="8"),
        match("random", "greedy", game="hex"),
        match("random", "careful:width=3"),
    ]
    game = played(match("random", "greedy", games=1))[0]
    names = Counter(record_name(given, game) for given in matches)
    names.update([record_name(matches[0], replace(game, rotation=1))])
    assert set(names.values()) == {1}


def test_what_is_no_match() -> None:
    """Too many bots, none at all, no games, no such game: refused with what was expected."""
    with pytest.raises(Malformed, match="5 is not a number of seats: expected 1 to 4"):
        match(*["random"] * 5)
    with pytest.raises(Malformed, match="0 is not a number of seats"):
        match()
    with pytest.raises(Malformed, match="0 is not a number of games: expected at least 1"):
        match("random", games=0)
    with pytest.raises(Malformed, match="'go' is not a game"):
        match("random", game="go")


class Cheat(Whim):
    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        return Choice(Keep(), (), Reason("cheat"))


class Clumsy(Whim):
    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        raise ZeroDivisionError("oh")


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (Cheat(), "whim@2 played keep as move 2: nothing is being asked here"),
        (Clumsy(), "whim@2 failed: ZeroDivisionError: oh"),
    ],
)
def test_bots_that_fail_are_named(bot: Bot, sentence: str) -> None:
    """An illegal move or an error inside a bot ends the match with a sentence that says whose it was."""
    with pytest.raises(BotFailed, match=sentence):
        list(play(Match("axio", (Greedy(), bot), 2, "7")))


class Faint(Whim):
    """Plays the first move until it has placed three tiles, and then no more."""

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        if observation.placed[observation.seat] == 3:
            raise BotFailed("faint: no strength left")
        return Choice(observation.legal_moves[0], (), Reason("first"))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_bot_that_fails_forfeits_its_game(seats: int) -> None:
    """It is last, the others are ranked as the game stands, and the match goes on."""
    bots: tuple[Bot, ...] = (Faint(), *[Greedy()] * (seats - 1))
    games = list(play(Match("axio", bots, 2 * seats, "7", forfeits=True)))
    assert len(games) == 2 * seats
    for game in games:
        lost = game.forfeit
        assert lost is not None
        assert (lost.bot, lost.why) == ("whim@2", "faint: no strength left")
        assert game.seating[lost.seat] == 0
        assert lost.ply == len(game.record.moves)
        assert game.record.final.placed[lost.seat] == 3
        assert game.shares[0] == 0
        assert sum(game.shares) == 1
        assert game.record.end == End("resign", lost.seat)
        assert read_record(game.record.text()).outcome == game.record.outcome


def test_a_bot_that_fails_alone_forfeits_too() -> None:
    """Alone there is nobody to win, and what it had counts."""
    (game,) = play(Match("rota", (Faint(),), 1, "7", forfeits=True))
    assert game.forfeit is not None
    assert game.lows == (min(game.record.final.tracks[0]),)


class Scribe(Whim):
    """Plays the first move, and writes down what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[Observation, GameHistory]] = []

    def choose_after(
        self, observation: Observation, budget: Budget, key: bytes, history: GameHistory
    ) -> Choice:
        self.told.append((observation, history))
        return Choice(observation.legal_moves[0], (), Reason("first"), seconds=0.5)


def test_bots_that_want_the_history_get_it() -> None:
    """All moves with their seats, and a name that no other game has and that hides the seed."""
    bot = Scribe()
    given = Match("rota", (bot, Greedy()), 4, "secret")
    for number, rotation in ((0, 0), (0, 1), (1, 0), (1, 1)):
        bot.told.clear()
        play_game(given, number, rotation)
        assert {history.game_id for _, history in bot.told} == {given.game_id(number, rotation)}
        for view, history in bot.told:
            assert _replayed(given.deal_seed(number), history).observe(view.seat) == view
    assert len({given.game_id(number, rotation) for number in range(9) for rotation in range(2)}) == 18
    assert "secret" not in given.game_id(0, 0)


def _replayed(seed: str, history: GameHistory) -> State:
    """The position after a history."""
    state = deal("rota", 2, seed)
    for seat, move in history.moves:
        assert state.seat == seat
        state = state.play(move).after
    return state


def test_a_bot_may_know_its_own_time() -> None:
    """Where a choice says how long it took, the arena believes it."""
    (game,) = play(Match("rota", (Scribe(),), 1, "7"))
    assert game.seconds[0] == 0.5 * game.turns[0]
